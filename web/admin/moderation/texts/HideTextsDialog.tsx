import { useState } from 'react'

import { moderatedTextLimits } from '#contract/moderation/moderated-texts.ts'
import { focusField, FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

/** Asks a moderator why texts are hidden. */
export function HideTextsDialog({
  count,
  isBusy,
  error,
  onHide,
  onClose,
}: {
  count: number
  isBusy: boolean
  error: string | undefined
  onHide: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { reasonMin, reasonMax } = moderatedTextLimits
  function submit(form: HTMLFormElement) {
    const text = reason.trim()
    if (text.length >= reasonMin && text.length <= reasonMax) return onHide(text)
    setProblem(`The reason must have ${reasonMin} to ${reasonMax} characters`)
    focusField(form, 'reason')
  }
  return (
    <FormDialog
      label="Hide"
      submitLabel="Hide"
      busyText="Hiding..."
      variant="danger"
      onClose={onClose}
      title={count === 1 ? 'Hide this text' : `Hide ${count} texts`}
      text="Only the writers and moderators can see hidden texts. Each writer is notified with the reason."
      isBusy={isBusy}
      isDirty={reason.trim() !== ''}
      error={error}
      onSubmit={submit}
    >
      <TextArea
        label="Reason for the writer"
        name="reason"
        rows={3}
        lengthMax={reasonMax}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setProblem(undefined)
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
    </FormDialog>
  )
}
