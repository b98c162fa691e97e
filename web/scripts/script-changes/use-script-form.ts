import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod/mini'

import { licenses } from '#contract/scripts/licenses.ts'
import { EditForm } from '#contract/scripts/script-fields.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'
import type { Script } from '#contract/scripts/scripts.ts'

import { readArchive } from './chosen-files.ts'
import { proposedNumber } from './found-resources.ts'

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

/** The fields of a script that are sent as they are written. */
const textFields = [
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
type ScriptTexts = Record<(typeof textFields)[number] | 'tags', string> & {
  /** The changelog of a new archive. */
  changelog?: string
}

const defaultVersion = '1.0.0'

/** A script, or what there is of a new one. */
type ScriptWithTexts = Pick<
  Script,
  'name' | 'description' | 'script_status' | 'category' | 'version' | 'tags'
> &
  Partial<Script>

export function textsOf(script: ScriptWithTexts): ScriptTexts {
  const { name, description, script_status, category, version, tags } = script
  const { documentation = '', license = '', sourceUrl = '', documentationUrl = '', supportUrl = '' } = script
  return {
    name,
    description,
    script_status,
    category,
    version,
    tags: tags.join(','),
    documentation,
    license,
    sourceUrl,
    documentationUrl,
    supportUrl,
  }
}

/** The changed fields in the format of the request. */
export function changedFields(
  script: Script,
  texts: ScriptTexts,
  tags: readonly string[],
  removedImages: readonly string[],
  imageOrder: readonly string[] = script.images,
  hasArchive = false,
): Record<string, string> {
  const changed: Record<string, string> = {}
  const before = textsOf(script)
  const after = { ...texts, version: texts.version.trim() || defaultVersion }
  for (const name of textFields)
    if (normalize(after[name]) !== normalize(before[name])) changed[name] = after[name].trim()
  if (hasArchive && texts.changelog?.trim()) changed['changelog'] = texts.changelog.trim()
  if (tags.join() !== script.tags.join()) changed['tags'] = JSON.stringify(tags)
  if (removedImages.length > 0) changed['removeImages'] = JSON.stringify(removedImages)
  const remain = (images: readonly string[]) => images.filter((image) => !removedImages.includes(image))
  const order = JSON.stringify(remain(imageOrder))
  if (order !== JSON.stringify(remain(script.images))) changed['imageOrder'] = order
  return changed
}

/** The base values of the changed fields: the server rejects the edit if they have changed since. */
export function expectedOf(
  base: Script,
  changed: Record<string, string>,
  files: { hasArchive: boolean; hasImages: boolean },
): Partial<Script> {
  const { sha256, images, tags } = base
  const texts = textsOf(base)
  const fields = textFields.filter((name) => changed[name] !== undefined).map((name) => [name, texts[name]])
  const changesImages =
    files.hasImages || changed['removeImages'] !== undefined || changed['imageOrder'] !== undefined
  return {
    ...Object.fromEntries(fields),
    ...(changed['tags'] !== undefined && { tags }),
    ...(changesImages && { images }),
    ...(files.hasArchive && { sha256 }),
  }
}

function normalize(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
