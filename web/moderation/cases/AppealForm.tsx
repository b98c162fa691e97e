import { useRef, useState } from 'react'

import { caseLimits } from '#contract/moderation/cases.ts'
import type { Case, CaseDraft } from '#contract/moderation/cases.ts'
import { ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { useOpenCase } from './cases.data.ts'

type AppealDraft = Extract<CaseDraft, { kind: 'appeal' }>

/** `subject` names the decision that is appealed. */
export function AppealForm({
  userId,
  subject,
  onOpened,
  onCancel,
}: {
  userId: number
  subject: Omit<AppealDraft, 'kind' | 'text'>
  onOpened: (opened: Case) => void
  onCancel: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useOpenCase(userId)
  function send() {
    const text = field.current?.value.trim() ?? ''
    const newProblem =
      text.length < caseLimits.textMin
        ? `Please write at least ${caseLimits.textMin} characters`
        : text.length > caseLimits.textMax
          ? `Please write at most ${caseLimits.textMax} characters`
          : undefined
    setProblem(newProblem)
    if (newProblem) return field.current?.focus()
    mutate(
      { kind: 'appeal', ...subject, text },
      {
        onSuccess: onOpened,
        onError: (error) => {
          const message = error instanceof ApiError ? error.fields['text'] : undefined
          setProblem(message ?? errorMessage(error, 'The appeal was not sent. Please try again.'))
        },
      },
    )
  }
  return (
    <form
      noValidate
      aria-label="Appeal"
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        name="text"
        label="Why do you think this decision is wrong?"
        hint="You can appeal each decision once."
        rows={5}
        lengthMax={caseLimits.textMax}
        error={problem}
        ref={(node) => {
          field.current = node
        }}
        onChange={() => setProblem(undefined)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by a click
        autoFocus
      />
      <div className="flex wrap gap-3">
        <Button type="submit" variant="cta" isBusy={isPending} busyText="Sending...">
          Send appeal
        </Button>
        <Button onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
