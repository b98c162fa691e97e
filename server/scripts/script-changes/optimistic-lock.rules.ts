import type { ExpectedScript, ScriptChange } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'

const textFields = [
  'name',
  'description',
  'script_status',
  'category',
  'version',
  'tags',
  'documentation',
  'license',
  'sourceUrl',
  'documentationUrl',
  'supportUrl',
] as const

type Sent = { fields: ScriptChange; hasArchive: boolean; hasImages: boolean }

/**
 * The fields that another user has changed since the edit was loaded, with their messages. Equal new values are no
 * conflict; images and archives always are.
 */
export function staleFields(
  script: Script,
  { fields, hasArchive, hasImages }: Sent,
  expected: ExpectedScript,
): Record<string, string> {
  const stale: string[] = textFields.filter((field) => {
    const [sent, before] = [fields[field], expected[field]]
    if (sent === undefined || before === undefined) return false
    // A script without a licence has no such field.
    const now = script[field] ?? ''
    return !isSame(before, now) && !isSame(sent, now)
  })
  const changesImages = hasImages || (fields.removeImages ?? []).length > 0 || fields.imageOrder !== undefined
  if (changesImages && expected.images && !isSame(expected.images, script.images)) stale.push('images')
  if (hasArchive && expected.sha256 !== undefined && expected.sha256 !== script.sha256)
    stale.push('scriptFile')
  return Object.fromEntries(stale.map((field) => [field, 'This has changed since you opened it']))
}

function isSame(a: string | readonly string[], b: string | readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
