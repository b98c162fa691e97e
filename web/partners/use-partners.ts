import { useQuery } from '@tanstack/react-query'

import type { Partner } from '#contract/partners.ts'

import { partnersQuery } from './partners.data.ts'

/** Those there are to see: nobody is shown an empty place, nor that the list could not be loaded. */
export function usePartners(): readonly Partner[] {
  return useQuery(partnersQuery).data?.filter(({ isPlaceholder }) => !isPlaceholder) ?? []
}
