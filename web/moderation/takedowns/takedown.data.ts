import { queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { ApiError, call, callQuery } from '#web/app/call.ts'

/** A query, so that a page that renders twice sends the token once. */
export const confirmQuery = (token: string) =>
  queryOptions({
    queryKey: ['takedown', 'confirm', token],
    queryFn: () => call('POST /api/takedowns/confirm', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const statusQuery = (number: string, secret: string) => ({
  ...callQuery(['takedown', number, secret], 'GET /api/takedowns/:number', {
    params: { number },
    query: { secret },
  }),
  staleTime: 0,
})

export const counterNoticeQuery = (userId: number, number: string) => ({
  ...callQuery(['takedown', number, 'counter-notice', userId], 'GET /api/takedowns/:number/counter-notice', {
    params: { number },
  }),
  staleTime: 0,
})

/** A link or number for which there is nothing. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation')
}

/** Drops the secret on the server, whose pages and cache keys must not contain it. */
export function parseSecretSearch(raw: Record<string, unknown>): { secret?: string } {
  const { secret } = raw
  return !import.meta.env.SSR && typeof secret === 'string' ? { secret } : {}
}

/** The secret of the link; undefined during server rendering and hydration, empty if the link has none. */
export function useLinkSecret(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(location.search).get('secret') ?? '',
    () => undefined,
  )
}

// The URL does not change while the page is open.
function subscribe() {
  return () => undefined
}
