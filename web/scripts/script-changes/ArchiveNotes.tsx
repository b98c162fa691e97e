import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { findMismatches, type Resource } from '#contract/archives/manifest/describe-resources.ts'
import { licenses } from '#contract/scripts/licenses.ts'
import { archiveExtension } from '#contract/scripts/script-limits.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import { foundText, suggestedFields, suggestTexts, type SuggestedField } from './found-resources.ts'
import type { ZipContents } from './read-zip.ts'
import type { ScriptForm } from './use-script-form.ts'

const problemsShown = 5

/** The contents of a chosen archive, before it is sent. It never prevents that the form is sent. */
export function ArchiveNotes({
  file,
  contents,
  form,
  scriptId,
  fillsForm,
}: {
  file: File | undefined
  contents: ZipContents | null | undefined
  form: ScriptForm
  scriptId: number | null
  fillsForm: boolean
}) {
  if (!file) return null
  if (archiveExtension(file.name) !== 'zip') return <Alert isAlert>Will be read after the upload.</Alert>
  if (contents === undefined) return <Spinner label="Reading the archive" />
  if (contents === null)
    return <Alert isAlert>The archive could not be read here. It is checked after the upload.</Alert>
  return (
    <>
      {fillsForm ? (
        <FoundNote key={`${file.name} ${file.lastModified}`} form={form} contents={contents} />
      ) : (
        <Alert isAlert title={foundText(contents.resources)} />
      )}
      <Problems form={form} resources={contents.resources} scriptId={scriptId} />
    </>
  )
}

const fieldNames = {
  name: 'name',
  version: 'version',
  description: 'description',
  tags: 'tags',
  documentation: 'documentation',
  license: 'licence',
  sourceUrl: 'source repository',
} as const satisfies Record<SuggestedField, string>

/** Offers texts of the archive for empty fields. A stored archive without such texts has no note. */
export function FoundNote({
  form,
  contents,
  isStored = false,
}: {
  form: ScriptForm
  contents: ZipContents
  isStored?: boolean
}) {
  const { control, setValue, clearErrors } = form
  const values = useWatch({ control, name: suggestedFields })
  const [filled, setFilled] = useState<[SuggestedField, string][]>([])
  const current = new Map(suggestedFields.map((field, index) => [field, values[index] ?? '']))
  const missing = [...suggestTexts(contents)].filter(([field]) => current.get(field)?.trim() === '')

  function set(field: SuggestedField, text: string) {
    if (field === 'license')
      setValue(field, licenses.find((license) => license === text) ?? '', { shouldDirty: true })
    else setValue(field, text, { shouldDirty: true })
    clearErrors(field)
  }
  function fillIn() {
    for (const [field, text] of missing) set(field, text)
    setFilled(missing)
  }
  function undo() {
    // A text that the user has changed since stays.
    for (const [field, text] of filled) if (current.get(field) === text) set(field, '')
    setFilled([])
  }
  const isFilled = filled.length > 0
  if (isStored && !isFilled && missing.length === 0) return null
  return (
    <Alert
      isAlert={!isStored || isFilled}
      title={
        isStored
          ? `The archive has texts for: ${namesOf(isFilled ? filled : missing)}`
          : foundText(contents.resources)
      }
      action={
        (isFilled || missing.length > 0) && (
          <Button size="sm" variant="quiet" onClick={isFilled ? undo : fillIn}>
            {isFilled ? 'Undo' : 'Fill in the form'}
          </Button>
        )
      }
    >
      {isFilled && `Filled in: ${namesOf(filled)}.`}
    </Alert>
  )
}

function namesOf(texts: readonly (readonly [SuggestedField, string])[]): string {
  return texts.map(([field]) => fieldNames[field]).join(', ')
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
      <span className="mono isolate vivid text-xs">{line === null ? path : `${path}, line ${line}`}</span>{' '}
      {text}
    </li>
  ))
  return (
    <Alert
      tone="warn"
      title={problems.length === 1 ? '1 note on the manifest' : `${problems.length} notes on the manifests`}
    >
      <ul className="grid gap-1" aria-label="Notes on the manifests">
        {items.slice(0, problemsShown)}
      </ul>
      {items.length > problemsShown && (
        <details>
          <summary>{items.length - problemsShown} more</summary>
          <ul className="grid gap-1">{items.slice(problemsShown)}</ul>
        </details>
      )}
    </Alert>
  )
}
