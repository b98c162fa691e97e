import type {
  StyleAssignment,
  StyleAssignmentChange,
  StyleAssignmentDraft,
} from '#contract/access/user-styles.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { violatedConstraint } from '#platform/database/database-errors.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/errors.ts'
import { selectUsername } from '#server/access/users/users.queries.ts'
import { invalidateUser } from '#server/access/users/users.ts'
import { actOver, changedValues, recordActivity } from '#server/records/records.public.ts'

import {
  removeAssignment,
  selectAssignment,
  selectAssignmentForUpdate,
  updateAssignment,
  upsertAssignment,
  updateExpired,
  selectUserStyleForUpdate,
} from './user-styles.queries.ts'

type Author = Pick<Actor, 'id' | 'username'>
type Context = Pick<App, 'db' | 'clock'>

/** A repeat renews the assignment. */
export async function assignStyle(
  { db, clock }: Context,
  author: Author,
  { user_id: userId, style_id: styleId, expires_at: end }: StyleAssignmentDraft,
): Promise<StyleAssignment> {
  const now = clock.now()
  const expiresAt = parseExpiry(end, now)
  return inTransaction(db, async (tx) => {
    if ((await selectUsername(tx, userId)) === undefined) throw notFound('User not found')
    await requireActiveStyle(tx, styleId)
    const id = await upsertAssignment(tx, { userId, styleId, assignedAt: now, expiresAt })
    const assignment = await readAssignment(tx, id)
    await recordChange(tx, author, assignment, { action: 'Style Assigned', verb: 'assigned' })
    return assignment
  })
}

export async function editStyleAssignment(
  { db, clock }: Context,
  author: Author,
  id: number,
  change: StyleAssignmentChange,
): Promise<StyleAssignment> {
  const now = clock.now()
  const expiresAt = change.expires_at === undefined ? undefined : parseExpiry(change.expires_at, now)
  const write = async (tx: Db) => {
    const row = await selectAssignmentForUpdate(tx, id)
    if (!row) throw notFound('Style assignment not found')
    const fields = Object.keys(change)
    const before = await readAssignment(tx, id)
    if (fields.length === 0) return before
    if (change.style_id !== undefined && change.style_id !== before.style_id)
      await requireActiveStyle(tx, change.style_id)
    const end = expiresAt === undefined ? row.expiresAt : expiresAt
    if (change.is_active === true && end !== null && end <= now) throw invalid({ expires_at: expiryPassed })

    await updateAssignment(tx, id, { styleId: change.style_id, expiresAt, isActive: change.is_active })
    const assignment = await readAssignment(tx, id)
    await recordChange(tx, author, assignment, {
      action: 'Style Assignment Updated',
      verb: 'changed',
      metadata: { changed: fields, ...changedValues(valuesOf(before), valuesOf(assignment)) },
    })
    return assignment
  }
  return inTransaction(db, write).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'style_assignments_user_style') throw error
    throw invalid({ style_id: 'The user already has this style' }, 'conflict')
  })
}

export async function unassignStyle({ db }: Context, author: Author, id: number): Promise<null> {
  return inTransaction(db, async (tx) => {
    if (!(await selectAssignmentForUpdate(tx, id))) throw notFound('Style assignment not found')
    const assignment = await readAssignment(tx, id)

    await removeAssignment(tx, id)
    await recordChange(tx, author, assignment, { action: 'Style Removed', verb: 'removed' })
    return null
  })
}

function valuesOf({ user_styles: style, expires_at, is_active }: StyleAssignment) {
  return { style: style.name, expires_at, is_active }
}

const expiryPassed = 'Expiry must be in the future'

function parseExpiry(end: string | null, now: Date): Date | null {
  if (end === null) return null
  const expiresAt = new Date(end)
  if (expiresAt <= now) throw invalid({ expires_at: expiryPassed })
  return expiresAt
}

async function requireActiveStyle(tx: Db, styleId: number): Promise<void> {
  const style = await selectUserStyleForUpdate(tx, styleId)
  if (!style) throw notFound('User style not found')
  if (!style.is_active) throw invalid({ style_id: 'Only active styles can be assigned' })
}

async function readAssignment(tx: Db, id: number): Promise<StyleAssignment> {
  const assignment = await selectAssignment(tx, id)
  if (!assignment) throw new Error('The assignment is missing')
  return assignment
}

async function recordChange(
  tx: Db,
  author: Author,
  { user_id: id, users, user_styles: style, style_id: styleId }: StyleAssignment,
  what: { action: string; verb: string; metadata?: Record<string, unknown> },
): Promise<void> {
  await recordActivity(tx, {
    ...actOver(author, { id }),
    action: what.action,
    description: `${author.username} ${what.verb} the style ${style.name} for ${users?.username ?? 'Unknown User'}`,
    status: 'success',
    metadata: { ...what.metadata, styleId, style: style.name },
  })
  invalidateUser(tx, id)
}

const batchSize = 500

/** An expired style has no effect anyway; this invalidates the cached pages, in small batches. */
export async function endExpiredStyles({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  let ended: number
  do {
    ended = await inTransaction(db, async (tx) => {
      const userIds = await updateExpired(tx, now, batchSize)
      for (const userId of userIds) invalidateUser(tx, userId)
      return userIds.length
    })
  } while (ended === batchSize)
}
