import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

export type AccessToken = CallReply<'GET /api/account/tokens'>[number]

/** Always stale, because programs use them. */
export const tokensQuery = (userId: number) =>
  queryOptions({
    queryKey: ['access-tokens', userId],
    queryFn: ({ signal }) => call('GET /api/account/tokens', { signal }),
    staleTime: 0,
  })

/** The newest hundred: a token for other scripts is one for all of them. */
export const tokenScriptsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-scripts', userId, 'for tokens'],
    queryFn: ({ signal }) => call('GET /api/scripts/my-scripts', { query: { page: 1, limit: 100 }, signal }),
  })
