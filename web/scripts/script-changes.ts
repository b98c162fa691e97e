import type { Script } from '#contract/scripts.ts'

/** The text fields of the edit form; tags are comma separated. */
export type ScriptTexts = {
  name: string
  description: string
  script_status: string
  category: string
  version: string
  tags: string
}

const defaultVersion = '1.0.0'

export function textsOf(script: Script): ScriptTexts {
  const { name, description, script_status, category, version, tags } = script
  return { name, description, script_status, category, version, tags: tags.join(',') }
}

/** Only what differs from the script as it is, in the form in which it travels. */
export function changedFields(
  script: Script,
  texts: ScriptTexts,
  tags: readonly string[],
  removedImages: readonly string[],
): Record<string, string> {
  const changed: Record<string, string> = {}
  const before = textsOf(script)
  const after = { ...texts, version: texts.version.trim() || defaultVersion }
  for (const name of ['name', 'description', 'script_status', 'category', 'version'] as const)
    if (plain(after[name]) !== plain(before[name])) changed[name] = after[name].trim()
  if (tags.join() !== script.tags.join()) changed['tags'] = JSON.stringify(tags)
  if (removedImages.length > 0) changed['removeImages'] = JSON.stringify(removedImages)
  return changed
}

/** What the script was like where it is changed: the server refuses what somebody else has changed since then. */
export function expectedOf(
  base: Script,
  changed: Record<string, string>,
  files: { hasArchive: boolean; hasImages: boolean },
): Partial<Script> {
  const { sha256, images } = base
  const fields = (['name', 'description', 'script_status', 'category', 'version', 'tags'] as const)
    .filter((name) => changed[name] !== undefined)
    .map((name) => [name, base[name]])
  return {
    ...Object.fromEntries(fields),
    ...((files.hasImages || changed['removeImages'] !== undefined) && { images }),
    ...(files.hasArchive && { sha256 }),
  }
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
