import { Suspense, useEffect } from 'react'

import { closeDialog, useCurrentDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './DialogHost.module.css'
import { AuthDialog, RedirectDialog } from './lazy.ts'
import { SignInChoice } from './SignInChoice.tsx'

/** The dialogs of web/app/dialogs.ts, all but one loaded when it is first opened. */
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
      <SignInChoice />
      <Suspense fallback={<DialogLoading />}>
        {currentDialog?.kind === 'auth' && currentDialog.mode !== 'choose' && (
          <AuthDialog mode={currentDialog.mode} onSignedIn={currentDialog.onSignedIn} onClose={closeDialog} />
        )}
        {currentDialog?.kind === 'redirect' && <RedirectDialog onClose={closeDialog} />}
      </Suspense>
    </>
  )
}

/** Shows at once that a dialog will open. It leaves the focus on the control to which the dialog returns it. */
function DialogLoading() {
  useEffect(() => {
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && closeDialog()
    addEventListener('keydown', cancel)
    return () => removeEventListener('keydown', cancel)
  }, [])
  return (
    <div className={`${styles.loading} grid gap-4`}>
      <Spinner label="Loading…" />
      <Button size="sm" onClick={closeDialog}>
        Cancel
      </Button>
    </div>
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
