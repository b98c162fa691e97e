import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { BlocklistKey } from '#contract/moderation/blocklist.ts'
import type { BlocklistSearch } from '#web/admin/admin-search.ts'
import { call } from '#web/app/call.ts'

export const blocklistKey = ['admin', 'blocklist']

export const blocklistQuery = ({ q: search = '', kind, page = 1 }: BlocklistSearch) =>
  queryOptions({
    queryKey: [...blocklistKey, { search, kind, page }],
    queryFn: ({ signal }) => call('GET /api/moderation/blocklist', { query: { search, kind, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const effectKey = [...blocklistKey, 'effect']

export const effectQuery = ({ kind, value }: BlocklistKey) =>
  queryOptions({
    queryKey: [...effectKey, kind, value],
    queryFn: ({ signal }) => call('GET /api/moderation/blocklist/effect', { query: { kind, value }, signal }),
    retry: false,
    staleTime: 0,
  })
