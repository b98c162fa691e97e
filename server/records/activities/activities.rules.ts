import { isDeepStrictEqual } from 'node:util'

import { activityLimits, type ActivityReport } from '#contract/records/activities.ts'
import type { Actor } from '#platform/actor.ts'

/** The old and new values of the fields that differ, as metadata of an activity. */
export function changedValues<Values extends object>(
  before: Values,
  after: Partial<Values>,
): { old: object; new: object } {
  const old = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(old.get(key), value))
  return {
    old: Object.fromEntries(changed.map(([key]) => [key, old.get(key)])),
    new: Object.fromEntries(changed),
  }
}

/** The actor and the target of an act over a user. The actor is null for one without a session. */
export const actOver = (actor: { id: number } | null, target: { id: number }) =>
  ({ type: 'user', userId: actor && actor.id, targetId: target.id, targetType: 'user' }) as const

/** For an activity of a user that concerns only that user. */
export const ownAct = (user: { id: number }) => actOver(user, user)

type Report = Pick<ActivityReport, 'type' | 'action' | 'status'>

/** Visitors may only report errors. */
export function mayReport(
  actor: Pick<Actor, 'permissions'> | null,
  { type, action, status }: Report,
): boolean {
  if (!actor) return type === 'system' && status === 'error' && action === 'System Error'
  const isOfDashboard = action === 'Dashboard Refreshed' || action === 'Statistics Snapshot'
  return !isOfDashboard || actor.permissions.has('admin.dashboard.view')
}

/** The error message for invalid metadata, or undefined. The depth comes first: JSON.stringify is recursive. */
export function metadataProblem(metadata: Record<string, unknown>): string | undefined {
  const { metadataDepthMax, metadataSizeMax } = activityLimits
  if (isDeeper(metadata, metadataDepthMax)) return `Metadata must be at most ${metadataDepthMax} levels deep`
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataSizeMax) return 'Metadata must be at most 4 KB'
  return undefined
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((part) => isDeeper(part, levels - 1))
}

/** Keys that a client could use to name another acting user. */
const identityKeys = new Set(['userid', 'user_id', 'username', 'email'])

/** Removes identities. */
export function cleanMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([key]) => !identityKeys.has(key.toLowerCase()))
      .map(([key, value]) => [key, cleanValue(value)]),
  )
}

function cleanValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanValue)
  return isObject(value) ? cleanMetadata(value) : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Actions about members of a script: the metadata has the id and the name of another user. */
export const memberActions = [
  'Member Invited',
  'Script Offered',
  'Invitation Withdrawn',
  'Invitation Declined',
  'Member Joined',
  'Member Left',
  'Member Removed',
  'Member Role Changed',
  'Script Transferred',
] as const

/** The actions on a script that its authors can read. Reports and cases are not among them. */
export const authorActions = [
  ...memberActions,
  'Script Created',
  'Script Updated',
  'Script Published',
  'Script Removed',
  'Script Restored',
  'Version Published',
  'Version Rejected',
  'Version Submitted',
  'Version Updated',
  'Version Withdrawn',
  'Version Restored',
] as const
