import { X } from 'lucide-react'

import { openAuthDialog, signInChoiceId, signInFormId } from '#web/app/dialogs.ts'
import type { AuthMode, CurrentDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

import { ServerDialog } from './ServerDialog.tsx'
import styles from './ServerDialog.module.css'

/** Before a download of a visitor. */
export function SignInChoice({ current }: { current: CurrentDialog | null }) {
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
