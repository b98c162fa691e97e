import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** A query and no mutation: a link may be confirmed again, and a page that is drawn twice asks once. */
export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => call('POST /api/auth/verify-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
