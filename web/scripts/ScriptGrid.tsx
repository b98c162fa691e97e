import type { ScriptSummary } from '#contract/scripts.ts'
import { useCategories } from '#web/categories/use-categories.ts'

import { ScriptCard } from './ScriptCard.tsx'
import styles from './ScriptGrid.module.css'

/** `isStale` while the next page is on its way: what was there stays, dimmed. `isBusy` while it is only being drawn. */
export function ScriptGrid({
  scripts,
  label,
  isStale = false,
  isBusy = isStale,
  heading = 'h2',
  isFirstOnPage = true,
}: {
  scripts: readonly ScriptSummary[]
  label: string
  isStale?: boolean
  isBusy?: boolean
  heading?: 'h2' | 'h3'
  /** Whether its first picture is the largest thing that a person sees first. */
  isFirstOnPage?: boolean
}) {
  const categories = useCategories()
  return (
    <ul className={styles.grid} aria-label={label} aria-busy={isBusy} data-stale={isStale || undefined}>
      {scripts.map((script, index) => (
        <li key={script.id}>
          <ScriptCard
            script={script}
            category={categories.find(({ name }) => name === script.category)}
            heading={heading}
            loading={!isFirstOnPage || index > 3 ? 'lazy' : index === 0 ? 'first' : 'eager'}
          />
        </li>
      ))}
    </ul>
  )
}
