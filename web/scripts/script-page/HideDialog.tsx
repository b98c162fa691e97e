import { useState } from 'react'

import {
  RemovalDraft,
  removalLimits,
  removalReasons,
  removalReasonTexts,
} from '#contract/scripts/removal-schemas.ts'
import { ReasonField } from '#web/admin/moderation/user-admin/SavedReasons.tsx'
import { focusField, FormDialog } from '#web/ui/FormDialog.tsx'
import { Select } from '#web/ui/Select.tsx'

/** Asks a moderator why scripts are hidden. */
export function HideDialog({
  title,
  isBusy,
  error,
  onHide,
  onClose,
}: {
  title: string
  isBusy: boolean
  error: string | undefined
  onHide: (removal: RemovalDraft) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<{ reason?: string; note?: string }>({})
  function submit(form: HTMLFormElement) {
    const draft = RemovalDraft.safeParse({ reason, note })
    if (draft.success) return onHide(draft.data)
    const problems = Object.fromEntries(
      draft.error.issues.map(({ path, message }) => [path[0] === 'reason' ? 'reason' : 'note', message]),
    )
    setErrors(problems)
    const first = problems['reason'] === undefined ? 'note' : 'reason'
    focusField(form, first)
  }
  return (
    <FormDialog
      label="Hide"
      submitLabel="Hide"
      busyText="Hiding..."
      variant="danger"
      onClose={onClose}
      title={title}
      isBusy={isBusy}
      isDirty={note.trim() !== ''}
      error={error}
      onSubmit={submit}
    >
      <p className="muted text-sm">
        Only the authors and moderators can see a hidden script. Files, likes and statistics stay for{' '}
        {removalLimits.fileDays} days, then the files are deleted. The author is notified and can appeal.
      </p>
      <Select
        name="reason"
        label="Reason"
        placeholder="Choose a reason"
        value={reason}
        error={errors.reason}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setErrors({})
        }}
        options={removalReasons.map((value) => ({ value, label: removalReasonTexts[value] }))}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <ReasonField
        kind="hide"
        name="note"
        label="Note for the author"
        hint="What is wrong, and what would have to change."
        text={note}
        error={errors.note}
        isOptional={reason !== 'other'}
        lengthMax={removalLimits.noteMax}
        onChange={(text) => {
          setNote(text)
          setErrors({})
        }}
      />
    </FormDialog>
  )
}
