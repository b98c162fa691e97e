import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { Script } from '#contract/scripts/script-schemas.ts'
import type { WorksReports } from '#contract/scripts/works-reports.ts'
import { useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { authorRoleOf, isPublic } from '#web/scripts/script-page/author-role.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { worksPath } from '#web/scripts/versions/version-paths.ts'

import styles from './Works.module.css'
import { worksQuery } from './works.data.ts'
import { outcomeTexts, countsText } from './works.texts.ts'

const outcomes = ['works', 'problems', 'fails'] as const
const outcomeClasses = { works: 'success', problems: 'warning', fails: 'error' }
const headings = { works: 'Works', problems: 'Problems', fails: 'Fails' }

export function WorksTable({ rows, caption }: { rows: WorksReports['table']; caption: string }) {
  const sorted = rows.toSorted(
    (first, other) =>
      (other.build ?? 0) - (first.build ?? 0) ||
      (first.framework ?? '~').localeCompare(other.framework ?? '~', 'en'),
  )
  return (
    <div className="framed round-md fill-1 scroll-x reading pad-2-4">
      <table className={`${styles.table} table full text-sm numeric`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Framework</th>
            <th scope="col">Server build</th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col" className={styles.count}>
                <abbr title={outcomeTexts[outcome]}>{headings[outcome]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={`${row.framework} ${row.build}`}>
              <th scope="row" className="strong">
                {row.framework ? frameworkNames[row.framework] : 'Not stated'}
              </th>
              <td>{row.build ?? 'Not stated'}</td>
              {outcomes.map((outcome) => (
                <td
                  key={outcome}
                  className={`${styles.count} ${row[outcome] > 0 ? outcomeClasses[outcome] : 'faint'}`}
                  data-outcome={row[outcome] > 0 ? outcome : undefined}
                >
                  {row[outcome] > 0 ? fullNumber(row[outcome]) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowsMax = 6

/** On the page of a script. Renders nothing while loading and after an error. */
export function WorksSummary({ script }: { script: Script }) {
  const { id } = script
  const { data } = useQuery(worksQuery(id, undefined))
  const mayReport = authorRoleOf(useSession(), script) === undefined && isPublic(script)
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
      {(table.length > 0 || mayReport) && (
        <p>
          <Link to={worksPath(id)} className="text-link">
            {!mayReport
              ? 'Read the reports'
              : table.length > 0
                ? 'Read the reports, or write one'
                : 'Report how it works for you'}
          </Link>
        </p>
      )}
    </section>
  )
}
