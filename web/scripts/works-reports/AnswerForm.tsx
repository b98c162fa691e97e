import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { WorksAnswerDraft, worksLimits } from '#contract/scripts/works-reports.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

import { formText } from './works.texts.ts'

export function AnswerForm({ reportId, onCancel }: { reportId: number; onCancel: () => void }) {
  const queryClient = useQueryClient()
  useFocusReturn(() => document.querySelector<HTMLElement>(`#report-${reportId} button`))
  const [problems, setProblems] = useState<Partial<Record<'text' | 'fixedIn', string>>>({})
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: WorksAnswerDraft) =>
      call('PUT /api/works-reports/:id/answer', { params: { id: reportId }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['works'] })
      void showToast({ type: 'success', title: 'Answer sent' })
    },
    onError: (failed) => {
      if (failed instanceof ApiError) setProblems(failed.fields)
    },
  })
  function send(form: FormData) {
    const fixedIn = formText(form, 'fixedIn')
    const draft = WorksAnswerDraft.safeParse({ text: formText(form, 'text'), fixedIn: fixedIn || null })
    if (draft.success) return mutate(draft.data)
    setProblems(Object.fromEntries(draft.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  return (
    <form
      noValidate
      className="stack gap-4"
      onChange={() => setProblems({})}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <TextArea
        label="Your answer"
        name="text"
        rows={3}
        lengthMax={worksLimits.textMax}
        hint="You can answer a report once. Everyone can read it."
        error={problems.text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a button of the same place opened the form
        autoFocus
      />
      <TextField
        label="Fixed in version"
        name="fixedIn"
        isOptional
        autoComplete="off"
        placeholder="1.4.0"
        hint="The writer is asked whether this version works."
        error={problems.fixedIn}
      />
      {error && Object.keys(problems).length === 0 && (
        <Alert tone="danger" isAlert title={errorMessage(error, 'Failed to send the answer')} />
      )}
      <div className="flex wrap gap-2">
        <Button type="submit" size="sm" variant="cta" isBusy={isPending} busyText="Sending...">
          Send answer
        </Button>
        <Button size="sm" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
