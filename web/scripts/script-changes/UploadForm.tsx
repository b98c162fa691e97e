import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'

import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { useSite } from '#web/app/use-site.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { classNames } from '#web/ui/class-names.ts'

import styles from './ScriptForm.module.css'
import { announcement, progressText, uploadLabel, uploadPercent } from './script-changes.texts.ts'
import type { UploadState } from './upload-script.ts'

const texts = {
  submit: {
    title: 'Submit Script',
    send: 'Submit Script',
    sending: 'Submitting',
    processing: 'Checking and publishing',
  },
  edit: { title: 'Edit Script', send: 'Save Changes', sending: 'Saving', processing: 'Checking and saving' },
  version: {
    title: 'Upload a version',
    send: 'Upload version',
    sending: 'Uploading',
    processing: 'Checking and saving',
  },
}

/** The result of a sent form that belongs to none of its fields. */
export type Outcome = { tone: 'danger' | 'info'; title: string; text?: string }

/** A form that its upload replaces. It asks before the user leaves it filled, or stops the upload. */
export function UploadForm({
  mode,
  sentName,
  isFilled,
  isBusy,
  onSubmit,
  upload,
  onCancelUpload,
  outcome,
  notice,
  aside,
  cancelLink,
  children,
}: {
  mode: keyof typeof texts
  sentName: string
  isFilled: boolean
  isBusy: boolean
  onSubmit: (event: FormEvent) => Promise<void>
  /** Undefined while no files are sent. */
  upload: UploadState | undefined
  onCancelUpload: () => void
  outcome: Outcome | undefined
  notice?: ReactNode
  aside?: ReactNode
  cancelLink?: ReactNode
  children: ReactNode
}) {
  const { reviewMode } = useSite()
  const { title, send, sending, processing } = texts[mode]
  const element = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(element)
  const isUploading = upload !== undefined
  const layout = mode === 'submit' ? `${styles.layout} grid gap-8 top pb-16` : `reading stack gap-5 pb-16`
  return (
    <>
      {isUploading ? (
        <UnsavedChangesGuard
          isActive
          title="Stop the upload?"
          text="It is not finished yet. Leaving the page stops it, and nothing is published."
          leaveLabel="Stop and leave"
          stayLabel="Keep uploading"
        />
      ) : (
        <UnsavedChangesGuard
          isActive={isFilled}
          title="Discard your changes?"
          text="You have unsaved changes."
        />
      )}
      {upload && (
        <UploadPanel
          name={`${sending} ${sentName}`}
          state={upload}
          processingLabel={mode === 'submit' && reviewMode !== 'off' ? 'Checking' : processing}
          onCancel={onCancelUpload}
        />
      )}
      <div className={layout} hidden={isUploading}>
        {notice}
        <form
          ref={element}
          noValidate
          className={`${styles.form} grid gap-5 min-0`}
          aria-label={title}
          onSubmit={(event) => void onSubmit(event).then(focusFirstInvalid)}
        >
          {children}
          {outcome && (
            <Alert tone={outcome.tone} title={outcome.title} isAlert>
              {outcome.text}
            </Alert>
          )}
          <div
            className={classNames(
              `${styles.actions} justify-end flex wrap gap-3`,
              mode === 'edit' && `sticky line-above fill-0 ${styles.saveBar} front`,
            )}
          >
            {cancelLink}
            <Button type="submit" variant="cta" size="lg" isBusy={isBusy} busyText={`${sending}...`}>
              {send}
            </Button>
          </div>
        </form>
        {aside}
      </div>
    </>
  )
}

/** Returns a function to call after a submission: it focuses the first invalid field, or else the submit button. */
function useFirstInvalid(form: { current: HTMLFormElement | null }): () => void {
  const [submissions, setSubmissions] = useState(0)
  useEffect(() => {
    if (submissions === 0) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = invalid ?? form.current?.querySelector<HTMLElement>('[type="submit"]')
    target?.focus()
  }, [submissions, form])
  return () => setSubmissions((count) => count + 1)
}

/** Replaces the form during its upload. */
function UploadPanel({
  name,
  state,
  processingLabel,
  onCancel,
}: {
  name: string
  state: UploadState
  processingLabel: string
  onCancel: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isProcessing = state.phase === 'processing'
  return (
    <Card
      as="section"
      padding="lg"
      className={`${styles.panel} grid gap-5 mb-16`}
      aria-labelledby="upload-heading"
    >
      <h2 id="upload-heading" className="text-h3 break" ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <ProgressBar
        label={uploadLabel(state, processingLabel)}
        percent={isProcessing ? null : uploadPercent(state)}
        valueText={progressText(state)}
      />
      <output className="visually-hidden">{announcement(state, processingLabel)}</output>
      {state.isPaused ? (
        <Alert tone="warn" icon={<WifiOff />} title="Connection lost. Waiting to reconnect…">
          The upload resumes automatically when you are back online.
        </Alert>
      ) : (
        state.isFallback && (
          <Alert tone="info" title="Retrying through the server">
            The direct upload did not get through. This way may take a little longer.
          </Alert>
        )
      )}
      <div className="row wrap between gap-3">
        <p className="faint text-sm">Keep this page open until it is done.</p>
        {/* Processing cannot be cancelled. 'disabled' would drop the focus. */}
        <Button
          className={styles.cancel}
          aria-disabled={isProcessing || undefined}
          onClick={() => {
            if (!isProcessing) onCancel()
          }}
        >
          Cancel upload
        </Button>
      </div>
    </Card>
  )
}
