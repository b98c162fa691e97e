import { queryOptions } from '@tanstack/react-query'

import { ApiError, call } from '#web/app/call.ts'

/** The parts of the link in an email. */
export type MailLink = Record<'user' | 'scope' | 'signature', string>

/** null for a link that is not signed, or whose account was deleted. */
export const subscriptionQuery = ({ user, scope, signature }: MailLink) =>
  queryOptions({
    queryKey: ['unsubscribe', user, scope, signature],
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/unsubscribe/:user/:scope/:signature', {
          params: { user, scope, signature },
          signal,
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
