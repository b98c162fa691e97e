import { useQuery } from '@tanstack/react-query'

import type { Partner } from '#contract/site/partners.ts'
import { callQuery } from '#web/app/call.ts'

export const partnersQuery = callQuery(['partners'], 'GET /api/partners')

/** Without placeholders; an empty list while loading and after an error. */
export function usePartners(): readonly Partner[] {
  return useQuery(partnersQuery).data?.filter(({ isPlaceholder }) => !isPlaceholder) ?? []
}
