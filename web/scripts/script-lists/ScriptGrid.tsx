import type { ScriptSummary } from '#contract/scripts/scripts.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'

import { ScriptCard } from './ScriptCard.tsx'

/** `isStale` dims the scripts while the next page loads; `isBusy` also covers its rendering. */
export function ScriptGrid({
  scripts,
  label,
  isStale = false,
  isBusy = isStale,
  heading = 'h2',
  isFirstOnPage = true,
  date = 'updatedAt',
}: {
  scripts: readonly ScriptSummary[]
  label: string
  isStale?: boolean
  isBusy?: boolean
  heading?: 'h2' | 'h3'
  /** True if its first image is the largest contentful paint. */
  isFirstOnPage?: boolean
  date?: 'createdAt' | 'updatedAt'
}) {
  const categories = useCategories()
  return (
    <ul
      className="grid gap-5 fades tiles"
      aria-label={label}
      aria-busy={isBusy}
      data-stale={isStale || undefined}
    >
      {scripts.map((script, index) => (
        <li key={script.id}>
          <ScriptCard
            script={script}
            category={categories.find(({ name }) => name === script.category)}
            heading={heading}
            date={date}
            loading={!isFirstOnPage || index > 3 ? 'lazy' : index === 0 ? 'first' : 'eager'}
          />
        </li>
      ))}
    </ul>
  )
}
