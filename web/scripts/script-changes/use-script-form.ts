import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod/mini'

import { licenses } from '#contract/scripts/licenses.ts'
import { EditForm } from '#contract/scripts/script-fields.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'
import type { Script } from '#contract/scripts/scripts.ts'

import { readArchive } from './chosen-files.ts'
import { proposedNumber } from './found-resources.ts'
import { textsOf, type ScriptWithTexts } from './script-changes.ts'

export type ScriptForm = UseFormReturn<z.input<typeof EditForm>, unknown, EditForm>

/** The text fields of a script, or of a new one, validated on submit. */
export function useScriptForm(script?: Script): ScriptForm {
  return useForm<z.input<typeof EditForm>, unknown, EditForm>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // ScriptEditor moves the focus, because the form does not register the files.
    shouldFocusError: false,
    resolver: zodResolver(EditForm),
    defaultValues: scriptFormValues(script),
  })
}

const newScript = { name: '', description: '', script_status: '', category: '', version: '', tags: [] }

export function scriptFormValues(script: ScriptWithTexts = newScript): DefaultValues<EditForm> {
  const { script_status, license, ...texts } = textsOf(script)
  const status = scriptStatuses.find((known) => known === script_status)
  return {
    ...texts,
    ...(status && { script_status: status }),
    license: licenses.find((known) => known === license) ?? '',
    changelog: '',
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
