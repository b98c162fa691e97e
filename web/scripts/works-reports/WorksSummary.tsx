import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { worksPath } from '#web/scripts/versions/version-paths.ts'
import { worksQuery } from './works.data.ts'
import { countsText } from './works.texts.ts'
import { WorksTable } from './WorksTable.tsx'

const rowsMax = 6

/** On the page of a script. Renders nothing while loading and after an error. */
export function WorksSummary({ id }: { id: number }) {
  const { data } = useQuery(worksQuery(id, undefined))
  if (!data?.version) return null
  const { counts, table, version } = data
  return (
    <section className="stack gap-4 pb-16" aria-labelledby="works-title">
      <h2 id="works-title" className="text-h3 break">
        Compatibility
      </h2>
      <p className="muted">
        {table.length > 0 && `Version ${version.number}: `}
        {countsText(counts)}
      </p>
      {table.length > 0 && (
        <WorksTable rows={table.slice(0, rowsMax)} caption={`Reports on version ${version.number}`} />
      )}
      <p>
        <Link to={worksPath(id)} className="text-link">
          {table.length > 0 ? 'Read the reports, or write one' : 'Report how it works for you'}
        </Link>
      </p>
    </section>
  )
}
