import { z } from 'zod/mini'

import { banEndFields, BanReason, bulkActKinds, hasBanEnd } from '#contract/access/bans.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Id,
  IdParams,
  NamedUser,
  Pagination,
  paging,
  requiredText,
  sentId,
  sentTime,
  Time,
} from '#contract/platform/fields.ts'
import { removalReasons } from '#contract/scripts/removal-schemas.ts'

export const bulkActLimits = {
  /** Users of one call. */
  usersMax: 100,
  suspensionReasonMax: 1_000,
  /** How long a bulk act can be undone. */
  undoHours: 24,
  /** How long bulk acts are stored. */
  listedDays: 7,
  pageSize: 10,
} as const

const ids = z
  .array(sentId(), 'Users are required')
  .check(z.minLength(1, 'Users are required'), z.maxLength(bulkActLimits.usersMax, 'At most 100 users'))

/** Why their scripts are hidden too; null hides none. */
const hide_scripts = z._default(
  z.nullable(z.enum(removalReasons, 'Reason must be copyright, backdoor, stolen, spam or other')),
  null,
)

/** `hide_scripts` also needs `admin.scripts.moderate`; the reason of the ban is the note for the author. */
export const BulkBan = z.object({ ids, reason: BanReason, ...banEndFields, hide_scripts }).check(hasBanEnd())
export type BulkBan = z.output<typeof BulkBan>

export const BulkLift = z.object({ ids })
export type BulkLift = z.output<typeof BulkLift>

const suspensionReasonMissing = 'Please provide a reason for the suspension'
export const suspensionEndInvalid = 'The end of the suspension must be in the future'

/** Without `expires_at` the suspension lasts until it is ended. */
export const BulkSuspension = z.object({
  ids,
  reason: requiredText(
    suspensionReasonMissing,
    bulkActLimits.suspensionReasonMax,
    'The reason must be at most 1000 characters',
  ),
  expires_at: z.optional(z.nullable(sentTime(suspensionEndInvalid))),
  hide_scripts,
})
export type BulkSuspension = z.output<typeof BulkSuspension>

/** The outcome for each user. */
export const BulkResult = z.object({
  /** Undoes the act; null if nothing was done. */
  act_id: z.nullable(z.int()),
  results: z.array(
    z.object({
      id: z.int(),
      /** Null if there is no such user. */
      username: z.nullable(z.string()),
      done: z.boolean(),
      /** Scripts that were hidden or restored. */
      scripts: z.int(),
      /** Why it was not done. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type BulkResult = z.output<typeof BulkResult>

export const BulkAct = z.object({
  id: z.int(),
  kind: z.enum(bulkActKinds),
  /** The username. */
  by: z.string(),
  at: Time,
  /** For whom it succeeded. */
  users: z.array(NamedUser),
  /** Why their scripts were hidden too. */
  hidden_for: z.nullable(z.enum(removalReasons)),
  undone: z.nullable(z.object({ at: Time, by: z.nullable(z.string()) })),
  /** Why the reader cannot undo it. */
  undo_problem: z.nullable(z.string()),
})
export type BulkAct = z.output<typeof BulkAct>

export const BulkActPage = z.object({ acts: z.array(BulkAct), pagination: Pagination })
export type BulkActPage = z.output<typeof BulkActPage>

export const BulkActQuery = z.object({ ...paging(bulkActLimits.pageSize), id: z.optional(Id) })
export type BulkActQuery = z.output<typeof BulkActQuery>

export const bulkActsApi = {
  ban: endpoint({
    method: 'POST',
    path: '/api/users/admin/bans/bulk',
    summary: 'Ban several users',
    description:
      'Each user is banned by the rules of a single ban; the result lists those who were not, with the reason.',
    access: 'admin.users.ban',
    body: BulkBan,
    reply: BulkResult,
  }),
  lift: endpoint({
    method: 'POST',
    path: '/api/users/admin/bans/bulk/lift',
    summary: 'Lift the bans of several users',
    access: 'admin.users.ban',
    body: BulkLift,
    reply: BulkResult,
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/users/admin/suspensions/bulk',
    summary: 'Suspend several users',
    description: 'Until `expires_at`, or until the suspension is ended.',
    access: 'admin.users.ban',
    body: BulkSuspension,
    reply: BulkResult,
  }),
  acts: endpoint({
    method: 'GET',
    path: '/api/users/admin/bulk-acts',
    summary: 'List bulk actions',
    description: 'Of the last 7 days, newest first.',
    access: 'admin.users.ban',
    query: BulkActQuery,
    reply: BulkActPage,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/users/admin/bulk-acts/:id/undo',
    summary: 'Undo a bulk action',
    description:
      'Within 24 hours, once, by the user who did it or by one with at least their authority. What was changed since stays and is listed.',
    access: 'admin.users.ban',
    params: IdParams,
    reply: BulkResult,
    errors: ['conflict'],
  }),
}

export const moderatorActLimits = {
  /** How far back `since` may be. */
  daysMax: 90,
  /** Acts in the list; all of them are counted and undone. */
  listedMax: 200,
} as const

const moderatorActKinds = [
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
    errors: ['forbidden'],
  }),
}
