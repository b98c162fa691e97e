import { useQuery, queryOptions } from '@tanstack/react-query'

import type { Category } from '#contract/scripts/categories.ts'
import { defaultCategoryColor, fixedCategories } from '#contract/scripts/fixed-categories.ts'
import { call } from '#web/app/call.ts'

const fallback: readonly Category[] = fixedCategories.map((name, index) => ({
  // Negative: the number of scripts is unknown.
  id: -1 - index,
  name,
  description: '',
  icon: 'Package',
  color: defaultCategoryColor,
  script_count: 0,
}))

/** In the order of the tabs; the eight fixed names if the list cannot be loaded. */
export function useCategories(): readonly Category[] {
  return useQuery(categoriesQuery).data ?? fallback
}

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  // Without an abort signal: the next page needs it too.
  queryFn: () => call('GET /api/categories'),
  staleTime: 10 * 60_000,
})
