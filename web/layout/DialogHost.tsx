import { Suspense, useEffect } from 'react'

import { closeDialog, useCurrentDialog } from '#web/app/dialogs.ts'

import { DialogLoading } from './DialogLoading.tsx'
import { RedirectDialog } from './lazy.ts'
import { SignInChoice } from './SignInChoice.tsx'
import { SignInDialog } from './SignInDialog.tsx'

/** The dialogs of web/app/dialogs.ts. */
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
    <>
      <SignInChoice current={currentDialog} />
      <SignInDialog current={currentDialog} />
      <Suspense fallback={<DialogLoading />}>
        {currentDialog?.kind === 'redirect' && <RedirectDialog onClose={closeDialog} />}
      </Suspense>
    </>
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
