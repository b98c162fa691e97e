import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { DefaultValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod/mini'

import { licenses } from '#contract/scripts/licenses.ts'
import { EditForm } from '#contract/scripts/script-fields.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'
import { applyServerErrors } from '#web/app/form-errors.ts'

import { readArchive, type ChosenArchive, type ScriptImages } from './chosen-files.ts'
import { proposedNumber } from './found-resources.ts'

/** The fields of a script that are sent as they are written. */
export const textFields = [
  'name',
  'description',
  'script_status',
  'category',
  'version',
  'documentation',
  'license',
  'sourceUrl',
  'documentationUrl',
  'supportUrl',
] as const
/** All fields of the edit form. */
export const scriptFields = [...textFields, 'tags', 'changelog'] as const

/** The text fields of the edit form; tags are comma-separated. */
export type ScriptTexts = Record<(typeof textFields)[number] | 'tags', string> & {
  /** The changelog of a new archive. */
  changelog?: string
}

export type ScriptForm = UseFormReturn<z.input<typeof EditForm>, unknown, EditForm>

/** The text fields of a script, validated on submit. A submitted script has no changelog. */
export function useScriptForm(texts: Partial<ScriptTexts>): ScriptForm {
  return useForm<z.input<typeof EditForm>, unknown, EditForm>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // ScriptEditor moves the focus, because the form does not register the files.
    shouldFocusError: false,
    resolver: zodResolver(EditForm),
    defaultValues: scriptFormValues(texts),
  })
}

export function scriptFormValues(texts: Partial<ScriptTexts>): DefaultValues<EditForm> {
  const { name = '', description = '', category = '', version = '', tags = '', changelog = '' } = texts
  const { documentation = '', sourceUrl = '', documentationUrl = '', supportUrl = '' } = texts
  const script_status = scriptStatuses.find((status) => status === texts.script_status)
  const license = licenses.find((known) => known === texts.license) ?? ''
  return {
    name,
    description,
    category,
    version,
    tags,
    changelog,
    ...(script_status && { script_status }),
    documentation,
    license,
    sourceUrl,
    documentationUrl,
    supportUrl,
    teamId: '',
  }
}

/**
 * Waits until a chosen archive has been read, for a form that is sent before. If the version still has the `current`
 * number then, it gets the proposed one.
 */
export async function settleNumber(
  { setValue, getValues }: ScriptForm,
  file: File,
  current: string,
): Promise<void> {
  const contents = await readArchive(file)
  if (getValues('version').trim() !== current) return
  setValue('version', proposedNumber(current, contents?.resources ?? []).number, { shouldDirty: true })
}

/** Shows the server's messages at the fields of a script, files included. A rejected archive has to be uploaded again. */
export function applyScriptErrors(
  error: unknown,
  {
    form,
    archive,
    images,
    discardArchive,
    ...rest
  }: {
    form: ScriptForm
    archive: ChosenArchive
    images: ScriptImages
    discardArchive: () => void
    showMessage: (message: string) => void
  },
): void {
  const showArchiveError = (message: string) => {
    discardArchive()
    archive.showProblem(message)
  }
  applyServerErrors(error, {
    ...rest,
    setError: form.setError,
    texts: {
      fallback: '',
      unauthenticated: 'Your session had expired. Everything you entered is still here.',
    },
    fields: [...scriptFields, 'teamId'],
    otherFields: {
      scriptFile: showArchiveError,
      fileKey: showArchiveError,
      fileSize: showArchiveError,
      fileName: showArchiveError,
      images: images.showProblem,
      number: (message) => form.setError('version', { message }),
      removeImages: images.showProblem,
      imageOrder: images.showProblem,
    },
  })
}
