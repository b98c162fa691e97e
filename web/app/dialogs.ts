import { useSyncExternalStore } from 'react'

export type AuthMode = 'sign-in' | 'register' | 'reset'
export type WantedDialog =
  | { kind: 'auth'; mode: AuthMode; onSignedIn: (() => void) | undefined }
  | { kind: 'redirect' }

const listeners = new Set<() => void>()
let wanted: WantedDialog | null = null

/** Opens from anywhere; `onSignedIn` runs once the person is signed in and the dialog has closed. */
export function openAuthDialog({
  mode = 'sign-in',
  onSignedIn,
}: { mode?: AuthMode; onSignedIn?: () => void } = {}): void {
  want({ kind: 'auth', mode, onSignedIn })
}

/** Leads to the chat community after a countdown. */
export function openRedirectDialog(): void {
  want({ kind: 'redirect' })
}

export function closeDialog(): void {
  want(null)
}

export function useWantedDialog(): WantedDialog | null {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => null,
  )
}

function want(next: WantedDialog | null): void {
  wanted = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
