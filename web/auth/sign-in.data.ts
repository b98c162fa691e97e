import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** Made once for a sign-in: another one would make the code worthless that was just scanned. */
export const authenticatorQuery = (challenge: string) =>
  queryOptions({
    queryKey: ['authenticator', challenge],
    queryFn: () => call('POST /api/auth/login/two-factor/set-up', { body: { challenge } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
