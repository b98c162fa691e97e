import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** A query, not a mutation: confirming is idempotent, and a query is sent once if the page renders twice. */
export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => call('POST /api/auth/verify-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
