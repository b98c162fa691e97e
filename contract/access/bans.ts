import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, requiredText, sentTime, Time } from '#contract/platform/fields.ts'

import { BanInfo, ProfileBanData } from './users.ts'

export const banLimits = {
  reasonMax: 1_000,
  /** The maximum duration of a timed ban. */
  yearsMax: 10,
  /** The number of latest bans in the history of a user. */
  historyMax: 100,
} as const

/** What staff do to several users at once. */
export const bulkActKinds = ['ban', 'lift', 'suspend'] as const
export type BulkActKind = (typeof bulkActKinds)[number]

const reasonMissing = 'Please provide a reason for the ban'
const endMissing = 'Please specify a custom duration'
export const endInvalid = 'Please enter a valid custom duration'

export const BanReason = requiredText(
  reasonMissing,
  banLimits.reasonMax,
  'The reason must be at most 1000 characters',
)
export const banEndFields = {
  is_permanent: z._default(z.boolean('is_permanent must be true or false'), false),
  expires_at: z.optional(z.nullable(sentTime(endInvalid))),
}
type End = { is_permanent: boolean; expires_at?: string | null | undefined }

export const hasBanEnd = () =>
  z.refine<End>(({ is_permanent, expires_at }) => is_permanent || Boolean(expires_at), {
    error: endMissing,
    path: ['expires_at'],
  })

/** A timed ban needs `expires_at`; a permanent ban ignores it. */
export const BanRequest = z.object({ reason: BanReason, ...banEndFields }).check(hasBanEnd())
export type BanRequest = z.output<typeof BanRequest>

/** The new end of a ban, and a new reason if it is sent. */
export const BanChange = z.object({ reason: z.optional(BanReason), ...banEndFields }).check(hasBanEnd())
export type BanChange = z.output<typeof BanChange>

/** A past or present ban. `lifted_by` is null for an expired one. */
export const BanRecord = z.extend(BanInfo, {
  state: z.enum(['in_force', 'expired', 'lifted']),
  ended_at: z.nullable(Time),
  lifted_by: z.nullable(z.string()),
})
export type BanRecord = z.output<typeof BanRecord>

export const BanState = z.extend(ProfileBanData, { history: z.array(BanRecord) })
export type BanState = z.output<typeof BanState>

export const bansApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/ban',
    summary: 'Get the bans of a user',
    description: 'The current ban and the history, newest first.',
    access: 'admin.users.ban',
    params: IdParams,
    reply: BanState,
  }),
  ban: endpoint({
    method: 'POST',
    path: '/api/users/admin/users/:id/ban',
    summary: 'Ban a user',
    description: 'Permanently or until `expires_at`. A temporary ban ends by itself.',
    access: 'admin.users.ban',
    params: IdParams,
    body: BanRequest,
    reply: BanState,
    status: 201,
    errors: ['conflict'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/ban',
    summary: 'Shorten or extend a ban',
    description:
      'Sets the end of the current ban, and the reason if it is sent. The caller needs the authority to lift the ban.',
    access: 'admin.users.ban',
    params: IdParams,
    body: BanChange,
    reply: BanState,
    errors: ['conflict'],
  }),
  unban: endpoint({
    method: 'DELETE',
    path: '/api/users/admin/users/:id/unban',
    summary: 'Lift a ban',
    description: 'A repeated request changes nothing.',
    access: 'admin.users.ban',
    params: IdParams,
    reply: BanState,
  }),
}
