import type { ComponentProps, FormEvent, ReactNode } from 'react'

import { archiveRules, type EditForm } from '#contract/scripts/script-fields.ts'
import type { Conflict } from '#web/app/use-conflict.ts'
import { Card } from '#web/ui/Card.tsx'

import { ArchiveField } from './ArchiveField.tsx'
import { ArchiveNotes } from './ArchiveNotes.tsx'
import { ScriptDetailFields, ScriptTextFields } from './ScriptFields.tsx'
import styles from './ScriptForm.module.css'
import { UploadForm } from './UploadForm.tsx'
import { useChosenArchive, useZip, useScriptImages } from './chosen-files.ts'
import type { ScriptForm } from './use-script-form.ts'

/** What a user enters in the form of a script: texts, an archive and images. */
export function useScriptEntries(form: ScriptForm, currentImages?: readonly string[]) {
  const images = useScriptImages(currentImages)
  const archive = useChosenArchive()
  const contents = useZip(archive.file)
  return { form, images, archive, contents }
}

export type ScriptEntries = ReturnType<typeof useScriptEntries>

export function ScriptEditor({
  mode,
  entries: { form, images, archive },
  checkFiles,
  onSend,
  conflict,
  currentCategory,
  tagsField,
  fileSections,
  ownerField,
  ...rest
}: Omit<ComponentProps<typeof UploadForm>, 'sentName' | 'isBusy' | 'onSubmit' | 'children'> & {
  mode: 'submit' | 'edit'
  entries: ScriptEntries
  /** Shows the problems of the files and returns whether there are none. */
  checkFiles: () => boolean
  onSend: (values: EditForm) => Promise<void>
  conflict?: Conflict<keyof EditForm>
  currentCategory?: string
  tagsField: ReactNode
  fileSections: ReactNode
  ownerField?: ReactNode
}) {
  async function handleSubmit(event: FormEvent) {
    const areFilesValid = checkFiles()
    await form.handleSubmit(async (values) => {
      if (areFilesValid) await onSend(values)
    })(event)
  }
  return (
    <UploadForm
      {...rest}
      mode={mode}
      sentName={form.getValues('name').trim()}
      isBusy={form.formState.isSubmitting}
      onSubmit={handleSubmit}
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
    </UploadForm>
  )
}

export function EditorSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" padding="lg" className="stack gap-5">
      <h2 className="text-h3">{title}</h2>
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
  fillsForm = true,
  children,
}: {
  label: string
  hint: string
  isOptional?: boolean
  entries: ScriptEntries
  scriptId: number | null
  /** Offers texts of the archive for the other fields of the script. */
  fillsForm?: boolean
  children?: ReactNode
}) {
  return (
    <>
      <ArchiveField label={label} hint={hint} isOptional={isOptional} chosen={archive} />
      <ArchiveNotes file={archive.file} {...{ contents, form, scriptId, fillsForm }} />
      {children}
      <details className={`muted text-sm leading ${styles.rules}`}>
        <summary className="vivid">Rules for the archive</summary>
        <ul className="bullets grid gap-2 mt-2">
          {archiveRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
