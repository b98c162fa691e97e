import { useState } from 'react'

import { explain } from '#web/admin/explain.ts'
import { useAct } from '#web/admin/use-act.ts'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './EditUser.module.css'

type SignedOut = { id: number; username: string }

/** For an account that somebody else may be in. */
export function SignOutEverywhere({ user, isDisabled }: { user: SignedOut; isDisabled: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="devices-title" className={styles.panel}>
      <h3 id="devices-title">Devices</h3>
      <p className={styles.faint}>
        If somebody else may be using this account, sign it out and ask its owner to choose a new password.
      </p>
      <Button disabled={isDisabled} onClick={() => setAsking(true)}>
        Sign Out Everywhere
      </Button>
      {isAsking && <Question user={user} onClose={() => setAsking(false)} />}
    </section>
  )
}

function Question({ user: { id, username }, onClose }: { user: SignedOut; onClose: () => void }) {
  const signOut = useAct({
    run: () => call('DELETE /api/users/admin/users/:id/sessions', { params: { id } }),
    onSuccess: () => {
      void showToast({ type: 'success', title: `${username} was signed out everywhere` })
      onClose()
    },
  })
  const failed = 'The user could not be signed out. Please try again.'
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Sign out ${username} everywhere?`}
      confirmLabel="Sign Out Everywhere"
      busyText="Signing Out..."
      isBusy={signOut.isPending}
      error={signOut.error === undefined ? undefined : explain(signOut.error, failed)}
      onConfirm={() => signOut.start()}
    >
      Every device has to sign in again. The password stays as it is.
    </ConfirmDialog>
  )
}
