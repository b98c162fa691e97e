import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import type { Resource } from '#contract/manifest/describe-resources.ts'
import { findMismatches } from '#contract/manifest/find-mismatches.ts'
import { archiveExtension } from '#contract/script-limits.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './ArchiveNotes.module.css'
import { foundText, suggestedFields, suggestTexts, type SuggestedField } from './found-resources.ts'
import type { ScriptForm } from './use-script-form.ts'

const problemsShown = 5

/** What a chosen archive contains, before it is sent. It never prevents that the form is sent. */
export function ArchiveNotes({
  file,
  resources,
  form,
  scriptId,
}: {
  file: File | undefined
  resources: Resource[] | null | undefined
  form: ScriptForm
  scriptId: number | null
}) {
  if (!file) return null
  if (archiveExtension(file.name) !== 'zip') return <Alert isAlert>Will be read after the upload.</Alert>
  if (resources === undefined) return <Spinner label="Reading the archive" />
  if (resources === null)
    return <Alert isAlert>The archive could not be read here. It is checked after the upload.</Alert>
  return (
    <>
      <FoundNote key={`${file.name} ${file.lastModified}`} form={form} resources={resources} />
      <Problems form={form} resources={resources} scriptId={scriptId} />
    </>
  )
}

function FoundNote({ form, resources }: { form: ScriptForm; resources: readonly Resource[] }) {
  const { control, setValue, clearErrors } = form
  const values = useWatch({ control, name: suggestedFields })
  const [filled, setFilled] = useState<[SuggestedField, string][]>([])
  const current = new Map(suggestedFields.map((field, index) => [field, values[index] ?? '']))
  const missing = [...suggestTexts(resources)].filter(([field]) => current.get(field)?.trim() === '')

  function set(field: SuggestedField, text: string) {
    setValue(field, text, { shouldDirty: true })
    clearErrors(field)
  }
  function fillIn() {
    for (const [field, text] of missing) set(field, text)
    setFilled(missing)
  }
  function undo() {
    // What the user has changed since stays.
    for (const [field, text] of filled) if (current.get(field) === text) set(field, '')
    setFilled([])
  }
  const isFilled = filled.length > 0
  return (
    <Alert
      isAlert
      title={foundText(resources)}
      action={
        (isFilled || missing.length > 0) && (
          <Button size="sm" variant="quiet" onClick={isFilled ? undo : fillIn}>
            {isFilled ? 'Undo' : 'Fill in the form'}
          </Button>
        )
      }
    >
      {isFilled && `Filled in: ${filled.map(([field]) => field).join(', ')}.`}
    </Alert>
  )
}

function Problems({
  form,
  resources,
  scriptId,
}: {
  form: ScriptForm
  resources: readonly Resource[]
  scriptId: number | null
}) {
  const version = useWatch({ control: form.control, name: 'version' }).trim()
  const problems = [
    ...findMismatches(resources, { scriptId, version }),
    ...resources.flatMap((resource) => resource.problems),
  ]
  if (problems.length === 0) return null
  const items = problems.map(({ path, line, text }, index) => (
    <li key={index}>
      <span className={styles.place}>{line === null ? path : `${path}, line ${line}`}</span> {text}
    </li>
  ))
  return (
    <Alert
      tone="warn"
      title={problems.length === 1 ? '1 note on the manifest' : `${problems.length} notes on the manifests`}
    >
      <ul className={styles.problems} aria-label="Notes on the manifests">
        {items.slice(0, problemsShown)}
      </ul>
      {items.length > problemsShown && (
        <details className={styles.more}>
          <summary>{items.length - problemsShown} more</summary>
          <ul className={styles.problems}>{items.slice(problemsShown)}</ul>
        </details>
      )}
    </Alert>
  )
}
