import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { closeDialog, openAuthDialog, signInChoiceId, useCurrentDialog } from '#web/app/dialogs.ts'
import type { AuthMode } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

import { loadAuthDialog } from './lazy.ts'
import styles from './SignInChoice.module.css'

const titleId = `${signInChoiceId}-title`

/**
 * Before a download of a visitor. Part of the server's markup, so that the first-paint script can open it at the first
 * tap, seconds before the other dialogs are loaded.
 */
export function SignInChoice() {
  const dialog = useRef<HTMLDialogElement>(null)
  const current = useCurrentDialog()
  const choice = current?.kind === 'auth' && current.mode === 'choose' ? current : undefined
  const isOpen = choice !== undefined
  const isReplaced = current !== null && !isOpen
  useEffect(() => {
    const element = dialog.current
    if (isReplaced) element?.close()
    if (!isOpen) return undefined
    void loadAuthDialog()
    // The first-paint script may have opened it.
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [isOpen, isReplaced])
  const choose = (mode: AuthMode) => {
    // Before the next dialog opens: the focus returns to the button that both return it to.
    dialog.current?.close()
    openAuthDialog({ mode, ...(choice?.onSignedIn && { onSignedIn: choice.onSignedIn }) })
  }
  return (
    <dialog
      ref={dialog}
      id={signInChoiceId}
      aria-labelledby={titleId}
      className={styles.dialog}
      onClose={() => isOpen && closeDialog()}
    >
      <div className={`${styles.head} row between gap-3`}>
        <h2 id={titleId}>Sign In to Download</h2>
        <form method="dialog">
          <IconButton type="submit" label="Close" icon={<X />} />
        </form>
      </div>
      <p className="mb-2 muted">Downloads are free for everyone with an account.</p>
      <Button size="lg" isWide onClick={() => choose('register')}>
        Create account
      </Button>
      <Button size="lg" isWide onClick={() => choose('sign-in')}>
        Sign in
      </Button>
    </dialog>
  )
}
