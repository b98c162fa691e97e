import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { caseLimits, reportReasons } from '#contract/moderation/cases.ts'
import { ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { casePath } from '#web/app/paths.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { focusField, FormDialog } from '#web/ui/FormDialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { useOpenCase } from './cases.data.ts'
import { reasonTexts } from './cases.texts.ts'
import {
  checkReport,
  emptyReport,
  problemsOf,
  reportFields,
  type ReportForm,
  type ReportProblems,
  type ReportSubject,
} from './report-form.ts'

/** Reports a script, a line of a file or a user; afterwards it links to the case. */
export function ReportDialog({
  userId,
  subject,
  onClose,
}: {
  userId: number
  subject: ReportSubject
  onClose: () => void
}) {
  const [form, setForm] = useState<ReportForm>(emptyReport)
  const [problems, setProblems] = useState<ReportProblems>({})
  const { mutate, isPending, error, data: opened } = useOpenCase(userId)
  const { name, place } = subject
  function showProblems(element: HTMLFormElement, newProblems: ReportProblems) {
    setProblems(newProblems)
    const first = reportFields.find((field) => newProblems[field] !== undefined)
    if (first) focusField(element, first)
  }
  function send(element: HTMLFormElement) {
    const checked = checkReport(form, subject)
    if ('problems' in checked) return showProblems(element, checked.problems)
    mutate(checked.draft, {
      onError: (failed) => {
        if (failed instanceof ApiError) showProblems(element, problemsOf(Object.entries(failed.fields)))
      },
    })
  }
  function change(next: Partial<ReportForm>) {
    setForm((before) => ({ ...before, ...next }))
    for (const field of Object.keys(next))
      setProblems((newProblems) => ({ ...newProblems, [field]: undefined }))
  }
  if (opened)
    return (
      <Dialog
        onClose={onClose}
        title="Report sent"
        size="sm"
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Link to={casePath(opened.id)} className={buttonClass({ variant: 'cta' })} onClick={onClose}>
              See the case
            </Link>
          </>
        }
      >
        <p>Thank you. Our team will review it and notify you of the outcome (case #{opened.id}).</p>
      </Dialog>
    )
  const hasFieldProblem = Object.values(problems).some(Boolean)
  return (
    <FormDialog
      label="Report"
      submitLabel="Send report"
      busyText="Sending..."
      onClose={onClose}
      title={`Report ${name}`}
      text={`Only our team can see who sent this report. ${'userId' in subject ? 'The member' : 'The author'} can read what you write.`}
      isBusy={isPending}
      isDirty={form.text.trim() !== ''}
      error={error && !hasFieldProblem ? errorMessage(error, 'The report was not sent') : undefined}
      onSubmit={send}
    >
      {place && (
        <p className="faint text-sm">
          About <bdi>{place.line === null ? place.path : `${place.path}, line ${place.line}`}</bdi>
        </p>
      )}
      <Select
        name="reason"
        label="What is wrong?"
        placeholder="Choose a reason"
        value={form.reason}
        error={problems.reason}
        options={reportReasons.map((value) => ({ value, label: reasonTexts[value] }))}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <TextArea
        name="text"
        label="What did you see?"
        hint={problems.text ? undefined : `At least ${caseLimits.textMin} characters.`}
        rows={5}
        lengthMax={caseLimits.textMax}
        defaultValue=""
        error={problems.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <TextArea
        name="links"
        label="Links"
        isOptional
        hint="One per line, for example to the original."
        rows={2}
        defaultValue=""
        error={problems.links}
        onChange={({ currentTarget }) => change({ links: currentTarget.value })}
      />
    </FormDialog>
  )
}
