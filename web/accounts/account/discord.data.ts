import { queryOptions } from '@tanstack/react-query'

import { call, ApiError } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

export type DiscordStatus = CallReply<'GET /api/discord-verification/status/:userId'>

const pollIntervalMs = 5000

const unverified: DiscordStatus = {
  isVerified: false,
  hasActiveCode: false,
  verificationCode: null,
  expiresAt: null,
  discordUserId: null,
  userGroup: 'unverified',
}

/**
 * Polled while a code is active, in background tabs too, because the user enters the code on Discord. The statuses
 * 500 and 404 count as not verified (docs/specification.md).
 */
export const discordStatusQuery = (userId: number) =>
  queryOptions({
    queryKey: ['discord-status', userId],
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/discord-verification/status/:userId', { params: { userId }, signal })
      } catch (error) {
        if (error instanceof ApiError && (error.status === 500 || error.status === 404)) return unverified
        throw error
      }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.hasActiveCode ? pollIntervalMs : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
