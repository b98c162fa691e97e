import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { Script } from '#contract/scripts/script-schemas.ts'
import { WorksSummary } from '#web/scripts/works-reports/WorksTable.tsx'
import { ScriptGrid } from '#web/scripts/script-lists/ScriptGrid.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { dependentsPath } from '#web/scripts/versions/version-paths.ts'

import { relatedScriptsQuery, dependentScriptsQuery } from './related-scripts.data.ts'

export function RelatedScripts({ script }: { script: Script }) {
  const { id } = script
  return (
    <>
      <WorksSummary script={script} />
      <DependentScripts id={id} />
      <SimilarScripts id={id} />
    </>
  )
}

/** Renders nothing while loading, after an error and without related scripts. */
function SimilarScripts({ id }: { id: number }) {
  const { data: scripts = [] } = useQuery(relatedScriptsQuery(id))
  if (scripts.length === 0) return null
  return (
    <section className="pb-16" aria-labelledby="related-title">
      <h2 id="related-title" className="mb-5 text-h3">
        Related Scripts
      </h2>
      <ScriptGrid scripts={scripts} label="Related scripts" heading="h3" isFirstOnPage={false} />
    </section>
  )
}

/** The most downloaded scripts that need this one. Renders nothing while loading, after an error and without any. */
function DependentScripts({ id }: { id: number }) {
  const { data } = useQuery(dependentScriptsQuery(id))
  if (!data || data.scripts.length === 0) return null
  const { total } = data.pagination
  return (
    <section className="pb-16" aria-labelledby="dependents-title">
      <h2 id="dependents-title" className="mb-5 text-h3">
        Used by
      </h2>
      <ScriptGrid
        scripts={data.scripts}
        label="Scripts that need this one"
        heading="h3"
        isFirstOnPage={false}
      />
      {total > data.scripts.length && (
        <p className="mt-5">
          <Link to={dependentsPath(id)} className="text-link">
            All {fullNumber(total)} scripts that need this one
          </Link>
        </p>
      )}
    </section>
  )
}
