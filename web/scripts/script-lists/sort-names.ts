import type { ScriptSort } from '#contract/scripts/script-limits.ts'

export const scriptSortNames: { value: ScriptSort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'popular', label: 'Most Popular' },
  { value: 'downloads', label: 'Most Downloads' },
  { value: 'views', label: 'Most Viewed' },
  { value: 'trending', label: 'Trending' },
  { value: 'updated', label: 'Recently Updated' },
]
