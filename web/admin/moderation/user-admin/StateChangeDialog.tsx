import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { bulkActLimits } from '#contract/moderation/bulk-acts.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

import { countText } from './bulk-acts.ts'
import { menuButtonOf } from './user-cells.ts'
import { ReasonField } from './SavedReasons.tsx'
import { stateChanges, type StateChange } from './user-actions.ts'
import { userListKey } from './users.data.ts'
import styles from './UserTable.module.css'

const reasonMax = bulkActLimits.suspensionReasonMax

type Failure = { user: AdminUser; reason: string }

/** Suspends, promotes or undoes it for each user by a single call, then lists who failed and why. */
export function StateChangeDialog({
  change,
  users,
  onDone,
  onClose,
}: {
  change: StateChange
  users: readonly AdminUser[]
  /** Receives the users for whom it failed. */
  onDone: (failed: readonly AdminUser[]) => void
  onClose: () => void
}) {
  const { label, busyText, done, text, variant, run } = stateChanges[change]
  const queryClient = useQueryClient()
  const [typedCount, setTypedCount] = useState('')
  const [reason, setReason] = useState('')
  const [only] = users
  useFocusReturn(() => (users.length === 1 && only ? menuButtonOf(only.id) : null))
  const {
    mutate,
    isPending,
    data: failures,
  } = useMutation({
    mutationFn: async () => {
      const failed: Failure[] = []
      for (const user of users)
        await run(user.id, reason.trim()).catch((error: unknown) =>
          failed.push({ user, reason: errorMessage(error, 'Failed to update user') }),
        )
      return failed
    },
    onSuccess: async (failed) => {
      onDone(failed.map(({ user }) => user))
      if (failed.length === 0) {
        void showToast({ type: 'success', title: `${countText(users.length)} ${done}` })
        onClose()
      }
      await queryClient.invalidateQueries({ queryKey: userListKey })
    },
  })
  if (failures && failures.length > 0)
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`${countText(users.length - failures.length)} ${done}, ${failures.length} failed`}
        confirmLabel="Try Again"
        cancelLabel="Close"
        busyText={busyText}
        isBusy={isPending}
        variant="cta"
        onConfirm={() => mutate()}
      >
        <ul className="max-h-40vh scroll grid gap-2 break" aria-label="Failed">
          {failures.map(({ user, reason: why }) => (
            <li key={user.id}>
              <b>{user.username}</b>: {why}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    )
  const asksForCount = change === 'promote' && users.length > 1
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${label}: ${only && users.length === 1 ? only.username : countText(users.length)}?`}
      confirmLabel={label}
      busyText={busyText}
      isBusy={isPending}
      isDisabled={
        (asksForCount && typedCount.trim() !== String(users.length)) || reason.trim().length > reasonMax
      }
      variant={variant}
      onConfirm={() => mutate()}
    >
      <p>{text}</p>
      {users.length > 1 && (
        <p className={`${styles.selectedNames} scroll break text-sm`}>
          {users.map(({ username }) => username).join(', ')}
        </p>
      )}
      {(change === 'suspend' || change === 'resume') && (
        <div className="first-full grid items-start gap-2 mt-3">
          <ReasonField
            kind={change === 'suspend' ? change : undefined}
            name="reason"
            label="Reason"
            isOptional
            hint="Only administrators can see this, in the history too."
            rows={2}
            text={reason}
            lengthMax={reasonMax}
            onChange={setReason}
          />
        </div>
      )}
      {asksForCount && (
        <TextField
          label={`Type ${users.length} to promote these users`}
          inputMode="numeric"
          autoComplete="off"
          value={typedCount}
          onChange={({ currentTarget }) => setTypedCount(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
