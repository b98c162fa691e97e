import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, sentTime } from '#contract/platform/fields.ts'

export const moderatorActLimits = {
  /** How far back `since` may be. */
  daysMax: 90,
  /** Acts in the list; all of them are counted and undone. */
  listedMax: 200,
} as const

export const moderatorActKinds = [
  'ban',
  'suspension',
  'hide',
  'withdrawal',
  'edit',
  'text',
  'blocklist',
  'other',
] as const

/** An act of a moderator over another user's things. */
export const ModeratorAct = z.object({
  kind: z.enum(moderatorActKinds),
  /** The id of the user, script, version, text or entry. */
  id: z.int(),
  /** Such as "Garage: name, tags". */
  title: z.string(),
  /** Why it cannot be undone. */
  problem: z.nullable(z.string()),
})
export type ModeratorAct = z.output<typeof ModeratorAct>

export const ModeratorActs = z.object({
  acts: z.array(ModeratorAct),
  undoable: z.int(),
  kept: z.int(),
  /** False when only the latest part of a long log was read. */
  isWhole: z.boolean(),
})
export type ModeratorActs = z.output<typeof ModeratorActs>

const since = sentTime('Please choose a time')

export const UndoOfActs = z.object({
  since,
  /** The `next` of the reply before. */
  after: z._default(z.int().check(z.gte(-1)), -1),
})
export type UndoOfActs = z.output<typeof UndoOfActs>

export const UndoneActs = z.object({
  results: z.array(z.object({ ...ModeratorAct.shape, done: z.boolean() })),
  /** Send it as `after` for the next part; null after the last one. */
  next: z.nullable(z.int()),
})
export type UndoneActs = z.output<typeof UndoneActs>

export const moderatorActsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/acts',
    summary: 'List what a moderator did',
    description:
      'Bans, suspensions, hidden scripts, withdrawn versions, edits, hidden texts and blocklist entries since a time that are still in force, and why some cannot be undone. Needs `admin.scripts.moderate` and authority over the moderator too.',
    access: 'admin.users.ban',
    params: IdParams,
    query: z.object({ since }),
    reply: ModeratorActs,
    limit: 'read',
    errors: ['forbidden'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/users/admin/users/:id/acts/undo',
    summary: 'Undo what a moderator did',
    description:
      'In parts: repeat the call with `next` as `after` until it is null. Each act is a transaction of its own, so an interrupted undo is continued by another one, and a second undo does nothing. What others changed since, and what a takedown notice holds, stays.',
    access: 'admin.users.ban',
    params: IdParams,
    body: UndoOfActs,
    reply: UndoneActs,
    limit: 'write',
    errors: ['forbidden'],
  }),
}
