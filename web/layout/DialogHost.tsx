import { X } from 'lucide-react'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'

import {
  closeDialog,
  useCurrentDialog,
  openAuthDialog,
  signInChoiceId,
  signInFormId,
  type AuthMode,
  type CurrentDialog,
  type FormMode,
} from '#web/app/dialogs.ts'
import { renderOnce } from '#web/app/render-once.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import loadingStyles from './DialogLoading.module.css'
import { RedirectDialog, AuthDialog, loadAuthDialog } from './lazy.ts'
import styles from './ServerDialog.module.css'

/** The dialogs of web/app/dialogs.ts. The server has none that is open. */
export const DialogHost = import.meta.env.SSR ? renderOnce(Dialogs) : Dialogs

function Dialogs() {
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

/** Shows at once that a dialog will open. It leaves the focus on the control to which the dialog returns it. */
function DialogLoading() {
  useEffect(() => {
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && closeDialog()
    addEventListener('keydown', cancel)
    return () => removeEventListener('keydown', cancel)
  }, [])
  return (
    <div className={`${loadingStyles.loading} fixed grid gap-4`}>
      <h2 id={`${signInFormId}-title`} hidden>
        Sign In
      </h2>
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

/** Before a download of a visitor. */
function SignInChoice({ current }: { current: CurrentDialog | null }) {
  const signIn = current?.kind === 'auth' && current.mode === 'choose' ? current : undefined
  // What the choice continues, the next dialog does.
  const choose = (mode: AuthMode) => openAuthDialog({ mode, onSignedIn: signIn?.onSignedIn })
  return (
    <ServerDialog
      id={signInChoiceId}
      isOpen={signIn !== undefined}
      isReplaced={current !== null && !signIn}
      className={styles.choice}
    >
      <div className="row between gap-3">
        <h2 id={`${signInChoiceId}-title`}>Sign In to Download</h2>
        <form method="dialog">
          <IconButton type="submit" label="Close" icon={<X />} />
        </form>
      </div>
      <p className="mb-2 muted">Downloads are free for everyone with an account.</p>
      <Button size="lg" isWide onClick={() => choose('register')}>
        Create account
      </Button>
      <Button size="lg" isWide data-dialog={signInFormId} onClick={() => choose('sign-in')}>
        Sign in
      </Button>
    </ServerDialog>
  )
}

const content = (mode: FormMode) => (
  <Suspense key={mode} fallback={<DialogLoading />}>
    <AuthDialog mode={mode} onClose={closeDialog} />
  </Suspense>
)

// In the server's markup. A constant element, see PublicLayout.tsx.
const signIn = content('sign-in')

/** The forms of signing in and registering. */
function SignInDialog({ current }: { current: CurrentDialog | null }) {
  const mode = current?.kind === 'auth' && current.mode !== 'choose' ? current.mode : undefined
  return (
    <ServerDialog
      id={signInFormId}
      isOpen={mode !== undefined}
      // Not by the choice, from which the first-paint script may have opened it.
      isReplaced={current?.kind === 'redirect'}
      isLocked={current?.isLocked}
      className={styles.form}
    >
      {mode && mode !== 'sign-in' ? content(mode) : signIn}
    </ServerDialog>
  )
}

/**
 * A dialog of the server's markup, so that the first-paint script can open it at the first tap, seconds before its code
 * is loaded. The heading with the id `…-title` names it.
 */
export function ServerDialog({
  id,
  isOpen,
  isReplaced,
  isLocked,
  className,
  children,
}: {
  id: string
  isOpen: boolean
  /** By another dialog. */
  isReplaced: boolean
  isLocked?: boolean | undefined
  className: string | undefined
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (isReplaced) element?.close()
    if (!isOpen) return undefined
    void loadAuthDialog()
    // The first-paint script may have opened it.
    if (element?.open === false) {
      element.showModal()
      // `autoFocus` had no effect on a hidden field.
      element.querySelector('input')?.focus()
    }
    return () => element?.close()
  }, [isOpen, isReplaced])
  return (
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={`${id}-title`}
      closedby={isLocked ? 'none' : 'any'}
      className={`${styles.dialog} ${className}`}
      // A browser may close it nevertheless, and not every one knows `closedby`.
      onClose={({ currentTarget }) => (isLocked ? currentTarget.showModal() : isOpen && closeDialog())}
    >
      {children}
    </dialog>
  )
}
