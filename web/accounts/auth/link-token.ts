import { useSyncExternalStore } from 'react'

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
