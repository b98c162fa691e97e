import { queryOptions } from '@tanstack/react-query'

import { ApiError, call } from '#web/app/call.ts'

/** A query, so that a page that renders twice sends the token once. */
export const confirmQuery = (token: string) =>
  queryOptions({
    queryKey: ['takedown', 'confirm', token],
    queryFn: () => call('POST /api/takedowns/confirm', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const statusQuery = (number: string, secret: string) =>
  queryOptions({
    queryKey: ['takedown', number, secret],
    queryFn: ({ signal }) =>
      call('GET /api/takedowns/:number', { params: { number }, query: { secret }, signal }),
    staleTime: 0,
  })

export const counterNoticeQuery = (userId: number, number: string) =>
  queryOptions({
    queryKey: ['takedown', number, 'counter-notice', userId],
    queryFn: ({ signal }) =>
      call('GET /api/takedowns/:number/counter-notice', { params: { number }, signal }),
    staleTime: 0,
  })

/** A link or number for which there is nothing. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation')
}
