import { callQuery } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

export type AccessToken = CallReply<'GET /api/account/tokens'>[number]

/** Always stale, because programs use them. */
export const tokensQuery = (userId: number) => ({
  ...callQuery(['access-tokens', userId], 'GET /api/account/tokens'),
  staleTime: 0,
})

/** The newest hundred: a token for other scripts is one for all of them. */
export const tokenScriptsQuery = (userId: number) =>
  callQuery(['own-scripts', userId, 'for tokens'], 'GET /api/scripts/my-scripts', {
    query: { page: 1, limit: 100 },
  })
