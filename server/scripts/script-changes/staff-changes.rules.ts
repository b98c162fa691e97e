import type { StaffChange } from '#server/records/records.public.ts'

type Values = { old: object; new: object }
type Files = { hasImages: boolean; archiveVersion: string | undefined }

const labels = new Map([
  ['name', 'Name'],
  ['version', 'Version'],
  ['script_status', 'Status'],
  ['category', 'Category'],
  ['tags', 'Tags'],
  ['license', 'Licence'],
  ['sourceUrl', 'Source repository'],
  ['documentationUrl', 'Documentation link'],
  ['supportUrl', 'Support link'],
])

/** The edit of a moderator as its author reads it. Long texts are named, not quoted. */
export function staffChanges({ old, new: now }: Values, { hasImages, archiveVersion }: Files): StaffChange[] {
  const before = new Map<string, unknown>(Object.entries(old))
  const fields = Object.entries(now).flatMap(([key, value]) => {
    if (key === 'version' && archiveVersion !== undefined) return []
    const what = labels.get(key)
    if (what === undefined) return [{ what: `The ${key} was changed` }]
    return [{ what, old: textOf(before.get(key)), new: textOf(value) }]
  })
  return [
    ...fields,
    ...(hasImages ? [{ what: 'The images were changed' }] : []),
    ...(archiveVersion === undefined ? [] : [{ what: `Version ${archiveVersion} was uploaded` }]),
  ]
}

/** The fields are texts and lists of texts. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : ''
}
