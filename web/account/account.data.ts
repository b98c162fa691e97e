import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** Where somebody is signed in; asked anew whenever they look, because other devices come and go. */
export const ownSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) => call('GET /api/account/sessions', { signal }),
    staleTime: 0,
  })

/** Asked anew too: a recovery code may have been used elsewhere. */
export const twoFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: ['two-factor', userId],
    queryFn: ({ signal }) => call('GET /api/account/two-factor', { signal }),
    staleTime: 0,
  })
