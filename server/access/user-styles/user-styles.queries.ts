import { asc, desc, eq, and, like, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import type {
  UserStyle,
  UserStyleChange,
  UserStyleDraft,
  StyleAssignment,
} from '#contract/access/user-styles.ts'
import type { Db } from '#platform/database/database.ts'
import { userStyles, styleAssignments } from '#server/access/access.tables.ts'
import { avatarUrl } from '#server/access/users/users.rules.ts'
import { users } from '#server/access/users/users.tables.ts'

import type { StoredStyle } from './name-style.rules.ts'

export async function selectUserStyles(db: Db): Promise<UserStyle[]> {
  const rows = await db.select().from(userStyles).orderBy(desc(userStyles.priority), asc(userStyles.id))
  return rows.map(toStyle)
}

export async function selectUserStyle(db: Db, id: number): Promise<UserStyle | undefined> {
  const [row] = await db.select().from(userStyles).where(eq(userStyles.id, id))
  return row && toStyle(row)
}

export async function selectUserStyleForUpdate(tx: Db, id: number): Promise<UserStyle | undefined> {
  const [row] = await tx.select().from(userStyles).where(eq(userStyles.id, id)).for('update')
  return row && toStyle(row)
}

export async function insertUserStyle(tx: Db, draft: UserStyleDraft): Promise<UserStyle> {
  const [row] = await tx
    .insert(userStyles)
    .values({ ...columnsOf(draft), name: draft.name, cssProperties: draft.css_properties })
    .returning()
  return requireStyle(row)
}

/** Writes only the sent fields, so that concurrent edits of different fields do not overwrite each other. */
export async function updateUserStyle(tx: Db, id: number, change: UserStyleChange): Promise<UserStyle> {
  const [row] = await tx.update(userStyles).set(columnsOf(change)).where(eq(userStyles.id, id)).returning()
  return requireStyle(row)
}

function columnsOf(change: UserStyleChange) {
  const { css_properties: cssProperties, font_family: fontFamily, is_active: isActive, ...others } = change
  return { ...others, cssProperties, fontFamily, isActive }
}

function requireStyle(row: typeof userStyles.$inferSelect | undefined): UserStyle {
  if (!row) throw new Error('The user style was not written')
  return toStyle(row)
}

export async function removeUserStyle(tx: Db, id: number): Promise<void> {
  await tx.delete(userStyles).where(eq(userStyles.id, id))
}

function toStyle(row: typeof userStyles.$inferSelect): UserStyle {
  const { id, name, description, priority } = row
  return {
    id,
    name,
    description,
    priority,
    css_properties: row.cssProperties,
    font_family: row.fontFamily,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
  }
}

type Row = typeof styleAssignments.$inferSelect

/** All assignments of a user, in the order in which the styles apply. */
export async function selectAssignmentsOf(db: Db, userId: number): Promise<StyleAssignment[]> {
  const rows = await assignments(db)
    .where(eq(styleAssignments.userId, userId))
    .orderBy(desc(userStyles.priority), userStyles.id)
  return rows.map(toAssignment)
}

export async function selectAssignment(db: Db, id: number): Promise<StyleAssignment | undefined> {
  const [row] = await assignments(db).where(eq(styleAssignments.id, id))
  return row && toAssignment(row)
}

/** The newest `limit` assignments of each style, optionally of users whose name contains `usernamePart`. */
export async function selectNewestAssignments(
  db: Db,
  usernamePart: string | undefined,
  limit: number,
): Promise<StyleAssignment[]> {
  const { id, styleId, userId, assignedAt } = styleAssignments
  const part = usernamePart?.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  const isNamed = part === undefined ? undefined : like(users.usernameKey, `%${part}%`)
  const newest = db
    .select({ newestId: id })
    .from(styleAssignments)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(styleId, userStyles.id), isNamed))
    .orderBy(desc(assignedAt), desc(id))
    .limit(limit)
    .as('newest')
  const ids = db
    .select({ id: newest.newestId })
    .from(userStyles)
    .innerJoinLateral(newest, sql`true`)
    .as('ids')
  const rows = await assignments(db).innerJoin(ids, eq(ids.id, id)).orderBy(desc(assignedAt), desc(id))
  return rows.map(toAssignment)
}

/** The number of active assignments of each style. */
export async function selectAssignedCounts(db: Db, now: Date): Promise<Map<number, number>> {
  const rows = await db
    .select({ styleId: styleAssignments.styleId, count: sql<number>`count(*)::int` })
    .from(styleAssignments)
    .where(activeAssignment(now))
    .groupBy(styleAssignments.styleId)
  return new Map(rows.map(({ styleId, count }) => [styleId, count]))
}

export async function selectAssignmentForUpdate(tx: Db, id: number): Promise<Row | undefined> {
  const [row] = await tx.select().from(styleAssignments).where(eq(styleAssignments.id, id)).for('update')
  return row
}

/** Creates the assignment of a user and style or renews it. */
export async function upsertAssignment(
  tx: Db,
  assignment: { userId: number; styleId: number; assignedAt: Date; expiresAt: Date | null },
): Promise<number> {
  const { assignedAt, expiresAt } = assignment
  const [row] = await tx
    .insert(styleAssignments)
    .values(assignment)
    .onConflictDoUpdate({
      target: [styleAssignments.userId, styleAssignments.styleId],
      set: { assignedAt, expiresAt, isActive: true },
    })
    .returning({ id: styleAssignments.id })
  if (!row) throw new Error('The assignment was not written')
  return row.id
}

/** Undefined columns stay unchanged. */
export async function updateAssignment(
  tx: Db,
  id: number,
  change: { styleId: number | undefined; expiresAt: Date | null | undefined; isActive: boolean | undefined },
): Promise<void> {
  await tx.update(styleAssignments).set(change).where(eq(styleAssignments.id, id))
}

export async function removeAssignment(tx: Db, id: number): Promise<void> {
  await tx.delete(styleAssignments).where(eq(styleAssignments.id, id))
}

/** Deactivates at most `limit` expired assignments and returns the ids of their users. */
export async function updateExpired(tx: Db, now: Date, limit: number): Promise<number[]> {
  const { id, userId, isActive, expiresAt } = styleAssignments
  const expired = tx
    .select({ id })
    .from(styleAssignments)
    .where(and(eq(isActive, true), lte(expiresAt, now)))
    .orderBy(expiresAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(styleAssignments)
    .set({ isActive: false })
    .where(sql`${id} in ${expired}`)
    .returning({ userId })
  return rows.map((row) => row.userId)
}

function assignments(on: Db) {
  return on
    .select({
      assignment: styleAssignments,
      style: {
        name: userStyles.name,
        css_properties: userStyles.cssProperties,
        font_family: userStyles.fontFamily,
        priority: userStyles.priority,
        is_active: userStyles.isActive,
      },
      user: { username: users.username, avatar: users.avatar },
    })
    .from(styleAssignments)
    .innerJoin(userStyles, eq(userStyles.id, styleAssignments.styleId))
    .leftJoin(users, eq(users.id, styleAssignments.userId))
    .$dynamic()
}

type Joined = Awaited<ReturnType<ReturnType<typeof assignments>['execute']>>[number]

function toAssignment({ assignment, style, user }: Joined): StyleAssignment {
  return {
    id: assignment.id,
    user_id: assignment.userId,
    style_id: assignment.styleId,
    assigned_at: assignment.assignedAt.toISOString(),
    expires_at: assignment.expiresAt?.toISOString() ?? null,
    is_active: assignment.isActive,
    users: user && { username: user.username, avatar_url: avatarUrl(user.avatar) },
    user_styles: style,
  }
}

/** The condition that a row of `style_assignments` is active. */
function activeAssignment(now: Date | SQLWrapper): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  return sql`(style_assignments.is_active
    and (style_assignments.expires_at is null or style_assignments.expires_at > ${time}::timestamptz))`
}

/** A column for a query of users: the active styles of each user, in the order in which they apply. */
export function ownStyles(now: Date | SQLWrapper): SQL<StoredStyle[]> {
  return sql<StoredStyle[]>`coalesce((
    select json_agg(json_build_object('css', s.css_properties, 'font', s.font_family) order by s.priority desc, s.id)
    from style_assignments join user_styles s on s.id = style_id and s.is_active
    where user_id = users.id and ${activeAssignment(now)}), '[]')`
}
