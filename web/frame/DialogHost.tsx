import { lazy, Suspense, useEffect } from 'react'

import { closeDialog, useWantedDialog } from '#web/app/dialogs.ts'

import { loadAuthDialog } from './load-auth-dialog.ts'

const AuthDialog = lazy(async () => ({ default: (await loadAuthDialog()).AuthDialog }))
const RedirectDialog = lazy(async () => ({ default: (await import('./RedirectDialog.tsx')).RedirectDialog }))

/** The dialogs that may be called from anywhere; each arrives when it is first wanted. */
export function DialogHost() {
  const wanted = useWantedDialog()
  const isWanted = wanted !== null
  useEffect(() => {
    if (!isWanted) return undefined
    return () => inFrames(focusReturnsWithin + 1, catchLostFocus)
  }, [isWanted])
  // It leaves with the frame, when the ban screen takes its place; what was open must not come back with it.
  useEffect(() => closeDialog, [])
  return (
    <Suspense>
      {wanted?.kind === 'auth' && (
        <AuthDialog mode={wanted.mode} onSignedIn={wanted.onSignedIn} onClose={closeDialog} />
      )}
      {wanted?.kind === 'redirect' && <RedirectDialog onClose={closeDialog} />}
    </Suspense>
  )
}

/** A dialog gives the focus back to what opened it within two frames, however long these take. */
const focusReturnsWithin = 2

function inFrames(count: number, run: () => void): void {
  if (count === 0) run()
  else requestAnimationFrame(() => inFrames(count - 1, run))
}

/** The button that opened a dialog may be gone with it, as Sign In is for whoever has signed in. */
function catchLostFocus(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('header [aria-haspopup="menu"], #main')?.focus({ preventScroll: true })
}
