import { useSyncExternalStore } from 'react'

import { ApiError } from '#web/app/call.ts'

/** Drops the token on the server, whose pages and cache keys must not contain a secret. */
export function parseLinkSearch(raw: Record<string, unknown>): { token?: string } {
  const { token } = raw
  return !import.meta.env.SSR && typeof token === 'string' ? { token } : {}
}

/** The token of the link; undefined during server rendering and hydration, empty if the link has none. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(location.search).get('token') ?? '',
    () => undefined,
  )
}

// The URL does not change while the page is open.
function subscribe() {
  return () => undefined
}

/** True for a used, expired or invalid link, with which a second try cannot succeed. */
export function isExpiredLink(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'bad_request' || (error.code === 'validation' && 'token' in error.fields))
  )
}
