import { useState } from 'react'

import { call, CallFailure } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './EditUser.module.css'

/** For an account that somebody else may be in. */
export function SignOutEverywhere({
  user: { id, username },
  isDisabled,
}: {
  user: { id: number; username: string }
  isDisabled: boolean
}) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function signOut() {
    setBusy(true)
    setProblem(undefined)
    try {
      await call('DELETE /api/users/admin/users/:id/sessions', { params: { id } })
      void showToast({ type: 'success', title: `${username} was signed out everywhere` })
      setAsking(false)
    } catch (error) {
      const isExplained = error instanceof CallFailure && error.status < 500 && error.code !== 'unknown'
      setProblem(isExplained ? error.message : 'The user could not be signed out. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="devices-title" className={styles.panel}>
      <h3 id="devices-title">Devices</h3>
      <p className={styles.faint}>
        If somebody else may be using this account, sign it out and ask its owner to choose a new password.
      </p>
      <Button
        disabled={isDisabled}
        onClick={() => {
          setProblem(undefined)
          setAsking(true)
        }}
      >
        Sign Out Everywhere
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Sign out ${username} everywhere?`}
        confirmLabel="Sign Out Everywhere"
        busyText="Signing Out..."
        isBusy={isBusy}
        error={problem}
        onConfirm={() => void signOut()}
      >
        Every device has to sign in again. The password stays as it is.
      </ConfirmDialog>
    </section>
  )
}
