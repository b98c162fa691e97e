import { Suspense, useEffect } from 'react'

import { closeDialog, useCurrentDialog } from '#web/app/dialogs.ts'

import { AuthDialog, RedirectDialog } from './lazy.ts'

/** The dialogs of web/app/dialogs.ts, each loaded when it is first opened. */
export function DialogHost() {
  const currentDialog = useCurrentDialog()
  const isOpen = currentDialog !== null
  useEffect(() => {
    if (!isOpen) return undefined
    return () => afterFrames(focusReturnFrames + 1, restoreLostFocus)
  }, [isOpen])
  // The ban screen replaces the layout: an open dialog must not come back with it.
  useEffect(() => closeDialog, [])
  return (
    <Suspense>
      {currentDialog?.kind === 'auth' && (
        <AuthDialog mode={currentDialog.mode} onSignedIn={currentDialog.onSignedIn} onClose={closeDialog} />
      )}
      {currentDialog?.kind === 'redirect' && <RedirectDialog onClose={closeDialog} />}
    </Suspense>
  )
}

/** React Aria returns the focus within two frames after a dialog closes. */
const focusReturnFrames = 2

function afterFrames(count: number, run: () => void): void {
  if (count === 0) run()
  else requestAnimationFrame(() => afterFrames(count - 1, run))
}

/** The button that opened the dialog may be gone, as Sign In is after signing in. */
function restoreLostFocus(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('header [aria-haspopup="menu"], #main')?.focus({ preventScroll: true })
}
