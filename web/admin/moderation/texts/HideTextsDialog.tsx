import { useId, useState } from 'react'

import { moderatedTextLimits } from '#contract/moderation/moderated-texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
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
  const formId = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { reasonMin, reasonMax } = moderatedTextLimits
  function submit() {
    const text = reason.trim()
    if (text.length >= reasonMin && text.length <= reasonMax) return onHide(text)
    setProblem(`The reason must have ${reasonMin} to ${reasonMax} characters`)
    document.getElementById(formId)?.querySelector('textarea')?.focus()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={count === 1 ? 'Hide this text' : `Hide ${count} texts`}
      text="Only the writers and moderators can see hidden texts. Each writer is notified with the reason."
      isBusy={isBusy}
      isDirty={reason.trim() !== ''}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={isBusy} busyText="Hiding...">
            Hide
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Hide"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {error && <Alert tone="danger" title={error} isAlert />}
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
      </form>
    </Dialog>
  )
}
