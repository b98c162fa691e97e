import { Suspense } from 'react'

import { closeDialog, signInFormId } from '#web/app/dialogs.ts'
import type { CurrentDialog, FormMode } from '#web/app/dialogs.ts'

import { DialogLoading } from './DialogLoading.tsx'
import { AuthDialog } from './lazy.ts'
import { ServerDialog } from './ServerDialog.tsx'
import styles from './ServerDialog.module.css'

const content = (mode: FormMode) => (
  <Suspense key={mode} fallback={<DialogLoading />}>
    <AuthDialog mode={mode} onClose={closeDialog} />
  </Suspense>
)

// In the server's markup. A constant element, see PublicLayout.tsx.
const signIn = content('sign-in')

/** The forms of signing in and registering. */
export function SignInDialog({ current }: { current: CurrentDialog | null }) {
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
