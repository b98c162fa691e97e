import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import {
  NamedScript,
  NamedUser,
  noNul,
  Pagination,
  paging,
  sentId,
  Time,
  wellFormed,
} from '#contract/platform/fields.ts'

export const moderatedTextLimits = {
  pageSize: 20,
  idsMax: 100,
  reasonMin: 3,
  reasonMax: 300,
  /** Counted at most. */
  totalMax: 1000,
} as const

export const textKinds = ['works-report', 'profile', 'collection', 'team'] as const
export type TextKind = (typeof textKinds)[number]

const kind = z.enum(textKinds, 'Kind must be works-report, profile, collection or team')
const id = sentId()

export const ModeratedText = z.object({
  kind,
  /** The report, the collection, the team, or the user whose profile it is. */
  id: z.int(),
  user: NamedUser,
  text: z.string(),
  links: z.array(z.string()),
  /** Only a team has one. */
  image: z.optional(z.nullable(z.string())),
  /** A report has a script and a version. */
  script: z.nullable(NamedScript),
  versionId: z.nullable(z.int()),
  at: Time,
  hidden: z.nullable(z.object({ reason: z.string(), by: z.nullable(z.string()), at: Time })),
})
export type ModeratedText = z.output<typeof ModeratedText>

export const ModeratedTextQuery = z.object({
  ...paging(moderatedTextLimits.pageSize),
  kind: z._default(kind, 'works-report'),
  state: z._default(z.enum(['visible', 'hidden'], 'State must be visible or hidden'), 'visible'),
  /** The name of the writer. */
  author: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Author is too long'), noNul, wellFormed)),
})
export type ModeratedTextQuery = z.output<typeof ModeratedTextQuery>

export const TextKey = z.object({ kind, id })
export type TextKey = z.output<typeof TextKey>

const texts = z
  .array(TextKey)
  .check(
    z.minLength(1, 'Please select a text'),
    z.maxLength(moderatedTextLimits.idsMax, 'At most 100 texts at once'),
  )

export const TextAct = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.literal('hide'),
      texts,
      /** For the writer. */
      reason: z
        .string('Reason is required')
        .check(
          z.trim(),
          z.minLength(moderatedTextLimits.reasonMin, 'Reason must be at least 3 characters'),
          z.maxLength(moderatedTextLimits.reasonMax, 'Reason must be at most 300 characters'),
          noNul,
          wellFormed,
        ),
    }),
    z.object({ action: z.literal('restore'), texts }),
  ],
  'Action must be hide or restore',
)
export type TextAct = z.output<typeof TextAct>

export const moderatedTextsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/moderation/texts',
    summary: 'List texts of members for moderators',
    description:
      'Reports on how a version works, texts of profiles, titles, texts and notes of public collections, or names, images and texts of teams, newest first. The total is at most 1000.',
    access: 'admin.scripts.moderate',
    query: ModeratedTextQuery,
    reply: z.object({ texts: z.array(ModeratedText), pagination: Pagination }),
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/moderation/texts/bulk',
    summary: 'Hide or restore many texts',
    description:
      'At most 100. Only the writer and moderators see a hidden text; the writer is notified with the reason. A hidden team loses its image and has another name until it is restored. The result of each text says why nothing was done, for example because it is your own.',
    access: 'admin.scripts.moderate',
    body: TextAct,
    reply: z.object({
      results: z.array(z.extend(TextKey, { error: z.nullable(z.string()) })),
    }),
  }),
}
