import { useSyncExternalStore } from 'react'

import { hasSessionExpired } from './session-store.ts'

/** `choose` offers to sign in and to create an account equally, in the dialog of SignInChoice.tsx. */
export type AuthMode = 'choose' | 'sign-in' | 'register' | 'reset'
export type CurrentDialog =
  | { kind: 'auth'; mode: AuthMode; onSignedIn: (() => void) | undefined }
  | { kind: 'redirect' }

/** For `data-dialog`, see first-paint.ts. */
export const signInChoiceId = 'sign-in-choice'

const listeners = new Set<() => void>()
let currentDialog: CurrentDialog | null = null

/** `onSignedIn` runs once the user is signed in and the dialog has closed. */
export function openAuthDialog({
  mode = 'sign-in',
  onSignedIn,
}: { mode?: AuthMode; onSignedIn?: () => void } = {}): void {
  const hasAccount = mode === 'choose' && hasSessionExpired()
  setDialog({ kind: 'auth', mode: hasAccount ? 'sign-in' : mode, onSignedIn })
}

/** Opens the chat community after a countdown. */
export function openRedirectDialog(): void {
  setDialog({ kind: 'redirect' })
}

export const isDialogOpen = () => currentDialog !== null

export function closeDialog(): void {
  setDialog(null)
}

export function useCurrentDialog(): CurrentDialog | null {
  return useSyncExternalStore(
    subscribe,
    () => currentDialog,
    () => null,
  )
}

function setDialog(next: CurrentDialog | null): void {
  currentDialog = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
