import { useRef, useState } from 'react'

import { caseLimits, type CaseMessageDraft } from '#contract/moderation/cases.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { focusMain } from '#web/ui/focus-main.ts'

import { ReadyResponses, type ReadyResponse } from './ReadyResponses.tsx'
import { useSendMessage } from './cases.data.ts'

/** After a failure the text stays. Ctrl+Enter sends it, Escape leaves the field. */
export function MessageForm({
  userId,
  caseId,
  audience,
  reporterId,
  hint,
  text: initialText,
  isFocused = false,
  responses = [],
}: {
  userId: number
  caseId: number
  /** Without it the message goes to staff. */
  audience?: CaseMessageDraft['audience']
  reporterId?: number | undefined
  hint: string
  /** The first content of the field. */
  text?: string | undefined
  /** The form was opened by a click or a key. */
  isFocused?: boolean
  /** Texts to insert. */
  responses?: readonly ReadyResponse[]
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useSendMessage(userId, caseId)
  function send() {
    if (isPending) return
    const text = field.current?.value.trim() ?? ''
    const message =
      text === ''
        ? 'Please write a message'
        : text.length > caseLimits.textMax
          ? `Please write at most ${caseLimits.textMax} characters`
          : undefined
    setProblem(message)
    if (message) return field.current?.focus()
    mutate(
      { text, audience, reporterId },
      {
        onSuccess: () => {
          if (field.current) setFieldText(field.current, '')
        },
        onError: (error) => setProblem(errorMessage(error, 'The message was not sent. Please try again.')),
      },
    )
  }
  return (
    <form
      noValidate
      aria-label="New message"
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ReadyResponses
        responses={responses}
        onChoose={({ text }) => {
          if (!field.current) return
          appendText(field.current, text)
          field.current.focus()
        }}
      />
      <TextArea
        name="message"
        label="Message"
        hint={hint}
        rows={3}
        lengthMax={caseLimits.textMax}
        defaultValue={initialText}
        error={problem}
        ref={(node) => {
          field.current = node
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the user has opened the form
        autoFocus={isFocused}
        onChange={() => setProblem(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') focusMain()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      />
      <div>
        <Button type="submit" isBusy={isPending} busyText="Sending...">
          Send message
        </Button>
      </div>
    </form>
  )
}

/** Adds a paragraph at the end. */
export function appendText(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.trimEnd()
  setFieldText(field, before === '' ? text : `${before}\n\n${text}`)
}

/** With the event that the length counter listens to. */
function setFieldText(field: HTMLTextAreaElement, text: string): void {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
