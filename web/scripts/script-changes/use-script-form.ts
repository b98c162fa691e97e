import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { DefaultValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod/mini'

import { licenses } from '#contract/scripts/licenses.ts'
import { EditForm, scriptStatuses } from '#contract/scripts/script-fields.ts'

import type { ScriptTexts } from './script-changes.ts'

export type ScriptForm = UseFormReturn<z.input<typeof EditForm>, unknown, EditForm>

/** The text fields of a script, validated on submit. A submitted script has no changelog. */
export function useScriptForm(texts: Partial<ScriptTexts>): ScriptForm {
  return useForm<z.input<typeof EditForm>, unknown, EditForm>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // useFirstInvalid moves the focus, because the form does not register the files.
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
  }
}
