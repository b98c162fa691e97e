import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** Loaded once per sign-in: a second call replaces the secret that the user has just scanned. */
export const authenticatorQuery = (challenge: string) =>
  queryOptions({
    queryKey: ['authenticator', challenge],
    queryFn: () => call('POST /api/auth/login/two-factor/set-up', { body: { challenge } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
