import { queryOptions } from '@tanstack/react-query'

import { call, CallFailure } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

export type DiscordStatus = CallReply<'GET /api/discord-verification/status/:userId'>

const polledEveryMs = 5000

const unverified: DiscordStatus = {
  isVerified: false,
  hasActiveCode: false,
  verificationCode: null,
  expiresAt: null,
  discordUserId: null,
  userGroup: 'unverified',
}

/**
 * Asked again while a code is out, also behind another tab: the code is used in the chat, and this page is to know
 * of it when its person comes back. A server that cannot say counts as not verified.
 */
export const discordStatusQuery = (userId: number) =>
  queryOptions({
    queryKey: ['discord-status', userId],
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/discord-verification/status/:userId', { params: { userId }, signal })
      } catch (error) {
        if (error instanceof CallFailure && (error.status === 500 || error.status === 404)) return unverified
        throw error
      }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.hasActiveCode ? polledEveryMs : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
