import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './EditUser.module.css'

/** Ends all sessions of a user whose account may be in the wrong hands. */
export function SignOutEverywhere({
  user: { id, username },
  isDisabled,
}: {
  user: { id: number; username: string }
  isDisabled: boolean
}) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call('DELETE /api/users/admin/users/:id/sessions', { params: { id } }),
    onSuccess: () => {
      void showToast({ type: 'success', title: `${username} was signed out everywhere` })
      close()
    },
  })
  function close() {
    setConfirming(false)
    reset()
  }
  return (
    <section aria-labelledby="devices-title" className={`${styles.panel} grid gap-4 pad-4-5 framed round-lg`}>
      <h3 id="devices-title" className="text-lg">
        Devices
      </h3>
      <p className="faint text-sm">
        If someone else may be using this account, sign it out and ask its owner to choose a new password.
      </p>
      <Button disabled={isDisabled} onClick={() => setConfirming(true)}>
        Sign Out Everywhere
      </Button>
      {isConfirming && (
        <ConfirmDialog
          onClose={close}
          title={`Sign out ${username} everywhere?`}
          confirmLabel="Sign Out Everywhere"
          busyText="Signing Out..."
          isBusy={isPending}
          error={
            error ? errorMessage(error, 'The user could not be signed out. Please try again.') : undefined
          }
          onConfirm={() => mutate()}
        >
          They have to sign in again on every device. The password stays the same.
        </ConfirmDialog>
      )}
    </section>
  )
}
