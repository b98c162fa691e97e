import { z } from 'zod/mini'

import { licenses } from '#contract/scripts/licenses.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'

const Draft = z.object({
  name: z.string(),
  description: z.string(),
  // An empty select has the value ''.
  script_status: z.catch(z.optional(z.enum(scriptStatuses)), undefined),
  category: z.string(),
  version: z.string(),
  tags: z.string(),
  // Missing in a draft of an earlier release.
  changelog: z.catch(z.string(), ''),
  documentation: z.catch(z.string(), ''),
  license: z.catch(z.enum(['', ...licenses]), ''),
  sourceUrl: z.catch(z.string(), ''),
  documentationUrl: z.catch(z.string(), ''),
  supportUrl: z.catch(z.string(), ''),
})
type Draft = z.output<typeof Draft>

/** undefined for invalid content. */
export function readDraft(text: string | null): Draft | undefined {
  if (text === null) return undefined
  try {
    return Draft.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** undefined if the form has its initial values. */
export function writeDraft(texts: object, initial: object): string | undefined {
  return filledValues(texts) === filledValues(initial) ? undefined : JSON.stringify(texts)
}

function filledValues(texts: object): string {
  return JSON.stringify(
    Object.entries(texts)
      .filter(([, text]) => text)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}
