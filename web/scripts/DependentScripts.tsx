import { useQuery } from '@tanstack/react-query'

import { fullNumber } from '#web/app/short-number.ts'

import { dependentScriptsQuery } from './related-scripts.data.ts'
import styles from './RelatedScripts.module.css'
import { ScriptGrid } from './ScriptGrid.tsx'

/** The most downloaded scripts that need this one. Renders nothing while loading, after an error and without any. */
export function DependentScripts({ id }: { id: number }) {
  const { data } = useQuery(dependentScriptsQuery(id))
  if (!data || data.scripts.length === 0) return null
  const further = data.pagination.total - data.scripts.length
  return (
    <section className={styles.related} aria-labelledby="dependents-title">
      <h2 id="dependents-title">Used by</h2>
      <ScriptGrid
        scripts={data.scripts}
        label="Scripts that need this one"
        heading="h3"
        isFirstOnPage={false}
      />
      {further > 0 && <p>and {fullNumber(further)} more</p>}
    </section>
  )
}
