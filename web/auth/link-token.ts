import { useSyncExternalStore } from 'react'

/**
 * The token is a secret, and the server's page is kept and the same for everyone: there the address has none, so
 * that no token is part of a page or of what a page is kept under.
 */
export function readLinkSearch(raw: Record<string, unknown>): { token?: string } {
  const { token } = raw
  return !import.meta.env.SSR && typeof token === 'string' ? { token } : {}
}

/** The token of the link that led here: undefined until the page runs in a browser, empty when the link has none. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(location.search).get('token') ?? '',
    () => undefined,
  )
}

// The address of such a page does not change while it is open.
function subscribe() {
  return () => undefined
}
