import { queryOptions, useQuery } from '@tanstack/react-query'

import type { Partner } from '#contract/site/partners.ts'
import { call } from '#web/app/call.ts'

export const partnersQuery = queryOptions({
  queryKey: ['partners'],
  queryFn: ({ signal }) => call('GET /api/partners', { signal }),
})

/** Without placeholders; an empty list while loading and after an error. */
export function usePartners(): readonly Partner[] {
  return useQuery(partnersQuery).data?.filter(({ isPlaceholder }) => !isPlaceholder) ?? []
}
