import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** Always stale, because sessions start and end on other devices. */
export const ownSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) => call('GET /api/account/sessions', { signal }),
    staleTime: 0,
  })

/** Always stale, because a recovery code may be used on another device. */
export const twoFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: ['two-factor', userId],
    queryFn: ({ signal }) => call('GET /api/account/two-factor', { signal }),
    staleTime: 0,
  })

export const profileTextQuery = (userId: number) =>
  queryOptions({
    queryKey: ['profile-text', userId],
    queryFn: ({ signal }) => call('GET /api/account/profile-text', { signal }),
  })
