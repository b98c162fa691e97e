import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { frameworks } from '#contract/scripts/script-limits.ts'
import {
  worksLimits,
  worksOutcomes,
  WorksReportDraft,
  type OwnWorksReport,
} from '#contract/scripts/works-reports.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import { formText, outcomeTexts } from './works.texts.ts'
import styles from './Works.module.css'

type Problems = Partial<Record<'outcome' | 'framework' | 'build' | 'text', string>>

export function OwnReportForm({
  version,
  own: { report, removal, blockedBy },
}: {
  version: { id: number }
  own: OwnWorksReport
}) {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['works'] })
  const params = { id: version.id }
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (draft: WorksReportDraft | null) => {
      if (draft) await call('PUT /api/versions/:id/works-report', { params, body: draft })
      else await call('DELETE /api/versions/:id/works-report', { params })
    },
    onSuccess: async (_, draft) => {
      // The form is mounted again with the stored report.
      element.current?.closest('section')?.querySelector('h2')?.focus()
      await refresh()
      void showToast({
        type: 'success',
        title: draft ? 'Thank you. Your report is public.' : 'Report deleted',
      })
    },
    onError: (failed) => {
      if (failed instanceof ApiError) show(failed.fields)
    },
  })
  if (blockedBy !== null)
    return (
      <>
        <p className="muted">{blockedBy}</p>
        {removal && <p className="muted">Reason: {removal}</p>}
        {report && removal !== null && (
          <p>
            <AppealLink subject={`works-report-${report.id}`} />
          </p>
        )}
      </>
    )
  function show(newProblems: Problems) {
    setProblems(newProblems)
    const [first] = Object.keys(newProblems)
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  function send(form: FormData) {
    const build = formText(form, 'build')
    const draft = WorksReportDraft.safeParse({
      outcome: form.get('outcome'),
      framework: formText(form, 'framework') || null,
      build: build === '' ? null : Number(build),
      text: formText(form, 'text'),
    })
    if (!draft.success)
      return show(
        Object.fromEntries(draft.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
    setProblems({})
    mutate(draft.data)
  }
  const hasFieldProblem = Object.keys(problems).length > 0
  return (
    <form
      ref={element}
      noValidate
      className="stack gap-4"
      onChange={() => setProblems({})}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <fieldset
        className={`flex wrap gap-2 borderless ${styles.outcomes}`}
        aria-describedby={problems.outcome && 'works-outcome-error'}
      >
        <legend className="visually-hidden">How does it work?</legend>
        {worksOutcomes.map((outcome) => (
          <label key={outcome} className="row gap-2 choice-box min-h-md pad-2-3">
            <input type="radio" name="outcome" value={outcome} defaultChecked={report?.outcome === outcome} />
            {outcomeTexts[outcome]}
          </label>
        ))}
      </fieldset>
      {problems.outcome && <FieldError id="works-outcome-error">{problems.outcome}</FieldError>}
      <div className="grid gap-4 cols-2 phone-stack">
        <Select
          label="Framework"
          name="framework"
          isOptional
          placeholder="Not stated"
          options={frameworks.map((value) => ({ value, label: frameworkNames[value] }))}
          defaultValue={report?.framework ?? ''}
          error={problems.framework}
        />
        <TextField
          label="Server build"
          name="build"
          isOptional
          inputMode="numeric"
          placeholder="12913"
          autoComplete="off"
          defaultValue={report?.build ?? ''}
          error={problems.build}
        />
      </div>
      <TextArea
        label="What happened?"
        name="text"
        isOptional
        rows={3}
        lengthMax={worksLimits.textMax}
        hint="The author can answer once. Everyone can read it."
        defaultValue={report?.text ?? ''}
        error={problems.text}
      />
      {error && !hasFieldProblem && (
        <Alert tone="danger" isAlert title={errorMessage(error, 'Failed to save your report')} />
      )}
      <div className="flex wrap gap-2">
        <Button type="submit" variant="cta" isBusy={isPending} busyText="Saving...">
          {report ? 'Change your report' : 'Send report'}
        </Button>
        {report && (
          <TwoClickButton onConfirm={() => mutate(null)} disabled={isPending}>
            Delete
          </TwoClickButton>
        )}
      </div>
    </form>
  )
}
