import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { DefaultValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod/mini'

import { scriptStatuses, SubmitForm } from '#contract/script-fields.ts'

import type { ScriptTexts } from './script-changes.ts'

export type ScriptForm = UseFormReturn<z.input<typeof SubmitForm>, unknown, SubmitForm>

/** The text fields of a script, validated on submit. */
export function useScriptForm(texts: Partial<ScriptTexts>): ScriptForm {
  return useForm<z.input<typeof SubmitForm>, unknown, SubmitForm>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // useFirstInvalid moves the focus, because the form does not register the files.
    shouldFocusError: false,
    resolver: zodResolver(SubmitForm),
    defaultValues: scriptFormValues(texts),
  })
}

export function scriptFormValues(texts: Partial<ScriptTexts>): DefaultValues<SubmitForm> {
  const { name = '', description = '', category = '', version = '', tags = '' } = texts
  const script_status = scriptStatuses.find((status) => status === texts.script_status)
  return { name, description, category, version, tags, ...(script_status && { script_status }) }
}
