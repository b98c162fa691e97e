import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { removalReasons, removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import type { BulkActKind } from '#contract/access/bans.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

import { emptyBanForm } from './ban-duration.ts'
import { BanFields } from './BanFields.tsx'
import { bulkActs, outcomeTexts, runBulkAct, showBulkToast, countText } from './bulk-acts.ts'
import type { BulkForm, BulkOutcome } from './bulk-acts.ts'
import { usersKey } from './users.data.ts'
import styles from './UserTable.module.css'

/** Bans, suspends or unbans all selected users, then lists those for whom it failed with the reason. */
export function BulkActDialog({
  kind,
  users,
  mayHideScripts,
  onDone,
  onClose,
}: {
  kind: BulkActKind
  users: readonly AdminUser[]
  mayHideScripts: boolean
  /** Receives the users for whom it failed. */
  onDone: (failed: readonly AdminUser[]) => void
  onClose: () => void
}) {
  const formId = useId()
  useFocusReturn()
  const queryClient = useQueryClient()
  const [form, setForm] = useState<BulkForm>({ ...emptyBanForm, hideScripts: '' })
  const { label, busyText, done, failed } = bulkActs[kind]
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () =>
      runBulkAct(
        kind,
        users.map(({ id }) => id),
        form,
      ),
    onSuccess: async (outcome) => {
      const rejected = new Set(outcome.results.filter((result) => !result.done).map(({ id }) => id))
      onDone(users.filter(({ id }) => rejected.has(id)))
      if (rejected.size === 0) finish(outcome)
      await queryClient.invalidateQueries({ queryKey: usersKey })
    },
  })
  // Not earlier: a toast behind the dialog could not be reached.
  function finish(outcome: BulkOutcome) {
    if (outcome.actIds.length > 0) showBulkToast(queryClient, kind, outcome)
    onClose()
  }
  const failure = error ? errorMessage(error, failed) : undefined
  if (data) return <Rejected outcome={data} done={done} onClose={() => finish(data)} />

  const names = users.map(({ username }) => username).join(', ')
  if (kind === 'lift')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Lift the bans of ${countText(users.length)}?`}
        confirmLabel={label}
        busyText={busyText}
        isBusy={isPending}
        error={failure}
        variant="cta"
        onConfirm={() => mutate()}
      >
        <p>They can use their accounts again.</p>
        <p className={`${styles.selectedNames} scroll break text-sm`}>{names}</p>
      </ConfirmDialog>
    )

  const change = (part: Partial<BulkForm>) => setForm((present) => ({ ...present, ...part }))
  return (
    <Dialog
      onClose={onClose}
      title={`${label} ${countText(users.length)}`}
      isBusy={isPending}
      isDirty={form.reason.trim() !== ''}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={isPending} busyText={busyText}>
            {label} {countText(users.length)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {failure !== undefined && <Alert tone="danger" title={failure} isAlert />}
        <p className={`${styles.selectedNames} scroll break text-sm`}>{names}</p>
        <BanFields id={formId} kind={kind} form={form} onChange={change} onSubmit={() => mutate()}>
          {mayHideScripts && (
            <div className="grid items-start gap-3">
              <Checkbox
                label="Also hide their scripts"
                hint="Only the authors and moderators will be able to see them. Undo shows them again."
                checked={form.hideScripts !== ''}
                onChange={({ currentTarget }) => change({ hideScripts: currentTarget.checked ? 'spam' : '' })}
              />
              {form.hideScripts !== '' && (
                <Select
                  layout="inline"
                  label="Reason for hiding"
                  value={form.hideScripts}
                  onChange={({ currentTarget: { value } }) =>
                    change({ hideScripts: removalReasons.find((known) => known === value) ?? 'spam' })
                  }
                  options={removalReasons.map((value) => ({ value, label: removalReasonTexts[value] }))}
                />
              )}
            </div>
          )}
        </BanFields>
      </div>
    </Dialog>
  )
}

function Rejected({
  outcome: { results },
  done,
  onClose,
}: {
  outcome: BulkOutcome
  done: string
  onClose: () => void
}) {
  const rejected = results.filter((result) => !result.done)
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={outcomeTexts(results, { done, scripts: 'hidden' }).title}
      text="The users for whom it failed stay selected."
      footer={
        <Button variant="cta" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="max-h-40vh scroll grid gap-2 break" aria-label="Failed">
        {rejected.map(({ id, username, reason }) => (
          <li key={id}>
            <b>{username ?? `User ${id}`}</b>: {reason}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
