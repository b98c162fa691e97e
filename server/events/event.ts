import { z } from 'zod/mini'

/** The texts are stored, because a notification outlives its script. */
const version = { script: z.string(), number: z.string() }

export const EventContent = z.discriminatedUnion('kind', [
  /** A version was withdrawn for security. `replacement` is the number of the version to use instead. */
  z.object({
    kind: z.literal('version-recalled'),
    data: z.object({
      ...version,
      reason: z.string(),
      replacement: z.nullable(z.string()),
      /** Of a notification only: the day when its user downloaded the version. */
      downloadedOn: z.optional(z.string()),
    }),
  }),
  z.object({ kind: z.literal('version-published'), data: z.object({ ...version, author: z.string() }) }),
  /** `reason` in words, such as "every version is reviewed here". */
  z.object({
    kind: z.literal('version-waiting'),
    data: z.object({ ...version, reason: z.string(), position: z.nullable(z.int()) }),
  }),
  z.object({
    kind: z.literal('version-decided'),
    data: z.object({ ...version, decision: z.enum(['published', 'rejected']), response: z.string() }),
  }),
  /** A new rule set found something of severity high; `title` is that of the rule. */
  z.object({ kind: z.literal('finding-raised'), data: z.object({ ...version, title: z.string() }) }),
])
export type EventContent = z.output<typeof EventContent>

/** What happened to a version. `actorId` is the user who did it, null for a job. */
export type Event = EventContent & { actorId: number | null; scriptId: number; versionId: number }
