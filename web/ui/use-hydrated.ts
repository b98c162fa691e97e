import { useSyncExternalStore } from 'react'

/** False in the server's markup and while it is hydrated, for content that only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => undefined
