import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { fullNumber } from '#web/app/short-number.ts'
import { dependentsPath } from '#web/scripts/versions/version-paths.ts'
import { ScriptGrid } from '#web/scripts/script-lists/ScriptGrid.tsx'

import { dependentScriptsQuery } from './related-scripts.data.ts'
import styles from './RelatedScripts.module.css'

/** The most downloaded scripts that need this one. Renders nothing while loading, after an error and without any. */
export function DependentScripts({ id }: { id: number }) {
  const { data } = useQuery(dependentScriptsQuery(id))
  if (!data || data.scripts.length === 0) return null
  const { total } = data.pagination
  return (
    <section className={styles.related} aria-labelledby="dependents-title">
      <h2 id="dependents-title">Used by</h2>
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
