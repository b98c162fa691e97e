import { z } from 'zod/mini'

import { scriptStatuses } from '#contract/script-limits.ts'

const Draft = z.object({
  name: z.string(),
  description: z.string(),
  // A field of choice that nobody has touched holds an empty text.
  script_status: z.catch(z.optional(z.enum(scriptStatuses)), undefined),
  category: z.string(),
  version: z.string(),
  tags: z.string(),
})
type Draft = z.output<typeof Draft>

/** What the browser kept of a form; undefined for anything that this form did not write. */
export function readDraft(text: string | null): Draft | undefined {
  if (text === null) return undefined
  try {
    return Draft.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Undefined when nothing is to be kept: everything is as it was at first. */
export function writeDraft(texts: object, first: object): string | undefined {
  return filled(texts) === filled(first) ? undefined : JSON.stringify(texts)
}

function filled(texts: object): string {
  return JSON.stringify(
    Object.entries(texts)
      .filter(([, text]) => text)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}
