import { activityLimits, type ActivityReport } from '#contract/activities.ts'
import type { Actor } from '#platform/actor.ts'

type Report = Pick<ActivityReport, 'type' | 'action' | 'status'>

/** Whoever is not signed in says only that something is broken. */
export function mayReport(
  actor: Pick<Actor, 'permissions'> | null,
  { type, action, status }: Report,
): boolean {
  if (!actor) return type === 'system' && status === 'error' && action === 'System Error'
  const isOfDashboard = action === 'Dashboard Refreshed' || action === 'Statistics Snapshot'
  return !isOfDashboard || actor.permissions.has('admin.dashboard.view')
}

/** Why this metadata cannot be kept, or undefined. Its depth is looked at first: writing it out follows every level. */
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

/** Who did something is told by the token: a client cannot put another name beside it. */
const identityKeys = new Set(['userid', 'user_id', 'username', 'email'])

/** Metadata without identities, and with text that a database can store: half a surrogate pair is none. */
export function cleanMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([key]) => !identityKeys.has(key.toLowerCase()))
      .map(([key, value]) => [key.toWellFormed(), cleanValue(value)]),
  )
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(cleanValue)
  return isObject(value) ? cleanMetadata(value) : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
