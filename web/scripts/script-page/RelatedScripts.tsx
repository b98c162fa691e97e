import { useQuery } from '@tanstack/react-query'

import { WorksSummary } from '#web/scripts/works-reports/WorksSummary.tsx'
import { ScriptGrid } from '#web/scripts/script-lists/ScriptGrid.tsx'

import { DependentScripts } from './DependentScripts.tsx'
import { relatedScriptsQuery } from './related-scripts.data.ts'
import styles from './RelatedScripts.module.css'

/** How it works for members, the scripts that need this one, and similar ones. */
export function RelatedScripts({ id }: { id: number }) {
  return (
    <>
      <WorksSummary id={id} />
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
    <section className={styles.related} aria-labelledby="related-title">
      <h2 id="related-title">Related Scripts</h2>
      <ScriptGrid scripts={scripts} label="Related scripts" heading="h3" isFirstOnPage={false} />
    </section>
  )
}
