import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { versionLimits, type Report } from '#contract/scripts/versions.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { showToast } from '#web/ui/toast.ts'
import type { FileFindings } from './group-findings.ts'
import { reportQuery } from './versions.data.ts'
import { TextArea } from '#web/ui/TextArea.tsx'

type Change = { act: 'comment' | 'accepted' | 'confirmed'; text: string } | { act: 'undo' }

const forms = {
  comment: {
    title: 'Your comment',
    hint: 'Explain what the code does. Everyone who reads the report can see it.',
    submitLabel: 'Save comment',
    lengthMax: versionLimits.commentMax,
  },
  accepted: {
    title: 'Why is it accepted?',
    hint: 'Applies to this rule in every archive with the same file. Everyone who reads the report can see the note.',
    submitLabel: 'Accept',
    lengthMax: versionLimits.noteMax,
  },
  confirmed: {
    title: 'What was confirmed?',
    hint: 'Applies to this rule in every archive with the same file. Everyone who reads the report can see the note.',
    submitLabel: 'Confirm',
    lengthMax: versionLimits.noteMax,
  },
} as const

/** The author comments on the findings of a rule in a file, a moderator decides about them. */
export function FindingActions({
  rule,
  title,
  file: { path, fileSha256, comment, verdict },
  report: { script, version },
  isAuthor,
  isModerator,
}: {
  rule: string
  title: string
  file: FileFindings
  report: Report
  isAuthor: boolean
  isModerator: boolean
}) {
  const queryClient = useQueryClient()
  const buttons = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<keyof typeof forms>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: Change) => {
      if (change.act === 'comment')
        return call('PUT /api/scripts/:id/finding-comments', {
          params: { id: script.id },
          body: { rule, path, text: change.text },
        })
      const params = { rule, fileSha256 }
      return change.act === 'undo'
        ? call('DELETE /api/finding-verdicts/:rule/:fileSha256', { params })
        : call('PUT /api/finding-verdicts/:rule/:fileSha256', {
            params,
            body: { verdict: change.act, note: change.text },
          })
    },
    onSuccess: async (_, { act }) => {
      setOpened(undefined)
      // A decision moves the finding to another place of the page.
      if (act !== 'comment') focusMain()
      void queryClient.invalidateQueries({ queryKey: scriptQuery(script.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: reportQuery(version.id).queryKey })
      void showToast({ type: 'success', title: 'Saved' })
    },
    onError: (failed, { act }) => {
      if (act === 'undo') void showToast({ type: 'error', title: errorMessage(failed, 'Failed to save') })
    },
  })
  const open = (form: keyof typeof forms) => {
    reset()
    setOpened(form)
  }
  // The form that is removed had the focus.
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current && !opened && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus()
    wasOpened.current = opened !== undefined
  }, [opened])
  if (opened)
    return (
      <RemarkForm
        key={opened}
        texts={forms[opened]}
        initialText={opened === 'comment' ? (comment?.text ?? '') : ''}
        isRequired={opened !== 'comment'}
        isPending={isPending}
        error={error ? errorMessage(error, 'Failed to save') : undefined}
        onSave={(text) => mutate({ act: opened, text })}
        onCancel={() => setOpened(undefined)}
      />
    )
  // Each button of the page has its own name.
  const where = ` “${title}” in ${path}`
  const about = <span className="visually-hidden">{where}</span>
  return (
    <div ref={buttons} className="flex wrap gap-2 no-print">
      {isAuthor && (
        <Button size="sm" onClick={() => open('comment')}>
          {comment ? 'Edit comment' : 'Comment'}
          <span className="visually-hidden"> on{where}</span>
        </Button>
      )}
      {isModerator && verdict?.verdict !== 'accepted' && (
        <Button size="sm" onClick={() => open('accepted')}>
          Accept{about}
        </Button>
      )}
      {isModerator && verdict?.verdict !== 'confirmed' && (
        <Button size="sm" onClick={() => open('confirmed')}>
          Confirm{about}
        </Button>
      )}
      {isModerator && verdict && (
        <Button size="sm" variant="ghost" isBusy={isPending} onClick={() => mutate({ act: 'undo' })}>
          Undo the decision<span className="visually-hidden"> about{where}</span>
        </Button>
      )}
    </div>
  )
}

const requiredMin = 3

function RemarkForm({
  texts: { title, hint, submitLabel, lengthMax },
  initialText,
  isRequired,
  isPending,
  error,
  onSave,
  onCancel,
}: {
  texts: (typeof forms)[keyof typeof forms]
  initialText: string
  isRequired: boolean
  isPending: boolean
  error: string | undefined
  onSave: (text: string) => void
  onCancel: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => field.current?.focus(), [])
  function handleSave() {
    const text = field.current?.value.trim() ?? ''
    const isShort = isRequired && text.length < requiredMin
    const message = isShort
      ? `Please write at least ${requiredMin} characters`
      : text.length > lengthMax
        ? `Please write at most ${lengthMax} characters`
        : undefined
    setProblem(message)
    if (message) field.current?.focus()
    else onSave(text)
  }
  return (
    <form
      className="grid gap-3"
      style={{ maxWidth: '39.8em' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        handleSave()
      }}
    >
      <TextArea
        label={title}
        hint={hint}
        rows={3}
        lengthMax={lengthMax}
        defaultValue={initialText}
        error={problem ?? error}
        ref={(node) => {
          field.current = node
        }}
        onChange={() => setProblem(undefined)}
      />
      <div className="flex wrap gap-2 no-print">
        <Button type="submit" size="sm" variant="cta" isBusy={isPending} busyText="Saving...">
          {submitLabel}
        </Button>
        <Button size="sm" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
