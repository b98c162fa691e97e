import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'

import { archiveRules, type EditForm } from '#contract/scripts/script-fields.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import type { Conflict } from '#web/app/use-conflict.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { ArchiveField } from './ArchiveField.tsx'
import { ArchiveNotes } from './ArchiveNotes.tsx'
import { ScriptDetailFields } from './ScriptDetailFields.tsx'
import styles from './ScriptForm.module.css'
import { ScriptTextFields } from './ScriptTextFields.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import type { UploadState } from './upload-state.ts'
import { useChosenArchive, useZip, useScriptImages } from './chosen-files.ts'
import type { ScriptForm } from './use-script-form.ts'

const texts = {
  submit: {
    title: 'Submit Script',
    send: 'Submit Script',
    sending: 'Submitting',
    processing: 'Checking and publishing',
  },
  edit: { title: 'Edit Script', send: 'Save Changes', sending: 'Saving', processing: 'Checking and saving' },
}

/** The result of a sent form that belongs to none of its fields. */
export type Outcome = { tone: 'danger' | 'info'; title: string; text?: string }

/** What a user enters in the form of a script: texts, an archive and images. */
export function useScriptEntries(form: ScriptForm, currentImages?: readonly string[]) {
  const images = useScriptImages(currentImages)
  const archive = useChosenArchive()
  const contents = useZip(archive.file)
  return { form, images, archive, contents }
}

export type ScriptEntries = ReturnType<typeof useScriptEntries>

/** The form of a script, which its upload replaces. It asks before the user leaves it filled, or stops the upload. */
export function ScriptEditor({
  mode,
  entries: { form, images, archive },
  isFilled,
  checkFiles,
  onSend,
  upload,
  onCancelUpload,
  outcome,
  conflict,
  currentCategory,
  tagsField,
  notice,
  fileSections,
  ownerField,
  aside,
  cancelLink,
}: {
  mode: keyof typeof texts
  entries: ScriptEntries
  isFilled: boolean
  /** Shows the problems of the files and returns whether there are none. */
  checkFiles: () => boolean
  onSend: (values: EditForm) => Promise<void>
  /** Undefined while no files are sent. */
  upload: UploadState | undefined
  onCancelUpload: () => void
  outcome: Outcome | undefined
  conflict?: Conflict<keyof EditForm>
  currentCategory?: string
  tagsField: ReactNode
  notice?: ReactNode
  fileSections: ReactNode
  ownerField?: ReactNode
  aside?: ReactNode
  cancelLink?: ReactNode
}) {
  const { title, send, sending, processing } = texts[mode]
  const element = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(element)
  const isUploading = upload !== undefined
  const layout =
    mode === 'submit' ? `${styles.layout} grid gap-8 top pb-16` : `${styles.single} stack gap-5 pb-16`

  async function handleSubmit(event: FormEvent) {
    const areFilesValid = checkFiles()
    await form.handleSubmit(async (values) => {
      if (areFilesValid) await onSend(values)
    })(event)
    focusFirstInvalid()
  }
  return (
    <>
      {isUploading ? (
        <UnsavedChangesGuard
          isActive
          title="Stop the upload?"
          text="It is not finished yet. Leaving the page stops it, and nothing of it is published."
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
          name={`${sending} ${form.getValues('name').trim()}`}
          state={upload}
          processingLabel={processing}
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
          onSubmit={(event) => void handleSubmit(event)}
        >
          <EditorSection title="About the script">
            <ScriptTextFields
              form={form}
              tagsField={tagsField}
              hasVersion={mode === 'submit' || !archive.file}
              {...(currentCategory !== undefined && { currentCategory })}
              {...(conflict && { conflict })}
            />
          </EditorSection>
          {fileSections}
          <EditorSection title="Documentation and links">
            <ScriptDetailFields
              form={form}
              images={images.kept.map(({ url }) => url)}
              {...(conflict && { conflict })}
            />
          </EditorSection>
          {ownerField}
          {outcome && (
            <Alert tone={outcome.tone} title={outcome.title} isAlert>
              {outcome.text}
            </Alert>
          )}
          <div
            className={classNames(
              `${styles.actions} flex wrap gap-3`,
              mode === 'edit' && `sticky line-above fill-0 ${styles.saveBar}`,
            )}
          >
            {cancelLink}
            <Button
              type="submit"
              variant="cta"
              size="lg"
              isBusy={form.formState.isSubmitting}
              busyText={`${sending}...`}
            >
              {send}
            </Button>
          </div>
        </form>
        {aside}
      </div>
    </>
  )
}

export function EditorSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

/** The field of the archive with what was read in the chosen one, further fields about it and the rules. */
export function ArchiveFields({
  label,
  hint,
  isOptional = false,
  entries: { form, archive, contents },
  scriptId,
  children,
}: {
  label: string
  hint: string
  isOptional?: boolean
  entries: ScriptEntries
  scriptId: number | null
  children?: ReactNode
}) {
  return (
    <>
      <ArchiveField label={label} hint={hint} isOptional={isOptional} chosen={archive} />
      <ArchiveNotes file={archive.file} contents={contents} form={form} scriptId={scriptId} />
      {children}
      <details className={`muted text-sm leading ${styles.rules}`}>
        <summary>Rules for the archive</summary>
        <ul>
          {archiveRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
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
