import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { worksLimits, WorksReportDraft, worksOutcomes, type OwnWorksReport } from '#contract/works-reports.ts'
import { frameworks } from '#contract/script-limits.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { useSession } from '#web/app/session.ts'
import { frameworkNames } from '#web/scripts/framework-names.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import { formText } from './form-text.ts'
import styles from './Works.module.css'
import { ownWorksQuery } from './works.data.ts'
import { outcomeTexts } from './works.texts.ts'

type Version = { id: number; number: string }

/** The user's own report on a version, not for its authors. A visitor signs in first. */
export function WorksForm({ version }: { version: Version }) {
  const session = useSession()
  return (
    <Card as="section" padding="md" className={styles.form} aria-labelledby="works-form-title">
      <h2 id="works-form-title">Does version {version.number} work for you?</h2>
      {session ? (
        <OwnReport key={version.id} version={version} userId={session.user.id} />
      ) : (
        <>
          <p className={styles.hint}>
            Members who downloaded this version at least a day ago can say how it works on their server.
          </p>
          <Button className={styles.open} onClick={() => openAuthDialog()}>
            Sign in to report
          </Button>
        </>
      )}
    </Card>
  )
}

function OwnReport({ version, userId }: { version: Version; userId: number }) {
  const { data, isError, isFetching, refetch } = useQuery(ownWorksQuery(version.id, userId))
  if (data) return <OwnReportForm key={data.report?.updatedAt} version={version} own={data} />
  if (!isError) return <Skeleton shape="block" height={120} />
  return (
    <FailedState
      title="Failed to load your report"
      text="The server did not respond as expected. Please try again."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

type Problems = Partial<Record<'outcome' | 'framework' | 'build' | 'text', string>>

function OwnReportForm({
  version,
  own: { report, removal, blockedBy },
}: {
  version: Version
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
        <p className={styles.hint}>{blockedBy}</p>
        {removal && <p className={styles.hint}>Reason: {removal}</p>}
      </>
    )
  function show(found: Problems) {
    setProblems(found)
    const [first] = Object.keys(found)
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
      className={styles.fields}
      onChange={() => setProblems({})}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <fieldset className={styles.outcomes} aria-describedby={problems.outcome && 'works-outcome-error'}>
        <legend className="visually-hidden">How does it work?</legend>
        {worksOutcomes.map((outcome) => (
          <label key={outcome}>
            <input type="radio" name="outcome" value={outcome} defaultChecked={report?.outcome === outcome} />
            {outcomeTexts[outcome]}
          </label>
        ))}
      </fieldset>
      {problems.outcome && <FieldError id="works-outcome-error">{problems.outcome}</FieldError>}
      <div className={styles.pair}>
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
      <div className={styles.actions}>
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
