import { useSyncExternalStore } from 'react'

import { hasSessionExpired } from './session-store.ts'

/** `choose` offers to sign in and to create an account equally, in the dialog of DialogHost.tsx. */
export type AuthMode = 'choose' | FormMode
export type FormMode = 'sign-in' | 'register' | 'reset'
type SignIn = {
  kind: 'auth'
  mode: AuthMode
  onSignedIn: (() => void) | undefined
  /** Cannot be closed. */
  isLocked: boolean
}
export type CurrentDialog = SignIn | { kind: 'redirect'; isLocked?: undefined }

/** For `data-dialog`, see first-paint.ts. */
export const signInChoiceId = 'sign-in-choice'
export const signInFormId = 'sign-in-form'

const listeners = new Set<() => void>()
let currentDialog: CurrentDialog | null = null

/** `onSignedIn` runs once the user is signed in and the dialog has closed. */
export function openAuthDialog({
  mode = 'sign-in',
  onSignedIn,
}: { mode?: AuthMode; onSignedIn?: (() => void) | undefined } = {}): void {
  const hasAccount = mode === 'choose' && hasSessionExpired()
  setDialog({ kind: 'auth', mode: hasAccount ? 'sign-in' : mode, onSignedIn, isLocked: false })
}

/** While what it shows is shown only once. */
export function lockDialog(isLocked: boolean): void {
  if (currentDialog?.kind === 'auth') setDialog({ ...currentDialog, isLocked })
}

export const afterSignIn = () => (currentDialog?.kind === 'auth' ? currentDialog.onSignedIn : undefined)

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
