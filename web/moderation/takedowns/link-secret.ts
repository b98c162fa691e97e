import { useSyncExternalStore } from 'react'

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
