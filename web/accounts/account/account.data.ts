import { callQuery } from '#web/app/call.ts'

/** Always stale, because sessions start and end on other devices. */
export const ownSessionsQuery = (userId: number) => ({
  ...callQuery(['own-sessions', userId], 'GET /api/account/sessions'),
  staleTime: 0,
})

/** Always stale, because a recovery code may be used on another device. */
export const twoFactorQuery = (userId: number) => ({
  ...callQuery(['two-factor', userId], 'GET /api/account/two-factor'),
  staleTime: 0,
})

export const profileTextQuery = (userId: number) =>
  callQuery(['profile-text', userId], 'GET /api/account/profile-text')
