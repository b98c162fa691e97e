import { and, desc, eq, gt, isNull, like, lte, or, sql, type SQL } from 'drizzle-orm'

import type { StyleAssignment } from '#contract/user-styles.ts'
import type { Db } from '#platform/database.ts'
import { avatarAddress } from '#server/users/users.public.ts'
import { users } from '#server/users/users.tables.ts'

import { styleAssignments, userStyles } from './user-styles.tables.ts'

type Row = typeof styleAssignments.$inferSelect

/** Every assignment of a user, in the order in which the styles apply. */
export async function selectAssignmentsOf(db: Db, userId: number): Promise<StyleAssignment[]> {
  const rows = await assignments(db)
    .where(eq(styleAssignments.userId, userId))
    .orderBy(desc(userStyles.priority), userStyles.id)
  return rows.map(showAssignment)
}

export async function selectAssignment(db: Db, id: number): Promise<StyleAssignment | undefined> {
  const [row] = await assignments(db).where(eq(styleAssignments.id, id))
  return row && showAssignment(row)
}

/** Of every style the newest `limit` ones; `usernamePart` narrows them to users whose name contains it. */
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
  return rows.map(showAssignment)
}

/** How many assignments of each style are in force. */
export async function selectAssignedCounts(db: Db, now: Date): Promise<Map<number, number>> {
  const rows = await db
    .select({ styleId: styleAssignments.styleId, count: sql<number>`count(*)::int` })
    .from(styleAssignments)
    .where(isInForce(now))
    .groupBy(styleAssignments.styleId)
  return new Map(rows.map(({ styleId, count }) => [styleId, count]))
}

export async function selectAssignmentForUpdate(tx: Db, id: number): Promise<Row | undefined> {
  const [row] = await tx.select().from(styleAssignments).where(eq(styleAssignments.id, id)).for('update')
  return row
}

export async function selectUsername(db: Db, userId: number): Promise<string | undefined> {
  const [row] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return row?.username
}

/** Gives a style, or gives it again: one assignment a user and style. */
export async function upsertAssignment(
  tx: Db,
  wanted: { userId: number; styleId: number; assignedAt: Date; expiresAt: Date | null },
): Promise<number> {
  const { assignedAt, expiresAt } = wanted
  const [row] = await tx
    .insert(styleAssignments)
    .values(wanted)
    .onConflictDoUpdate({
      target: [styleAssignments.userId, styleAssignments.styleId],
      set: { assignedAt, expiresAt, isActive: true },
    })
    .returning({ id: styleAssignments.id })
  if (!row) throw new Error('The assignment was not written')
  return row.id
}

/** Undefined stays as it is. */
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

/** Ends at most `most` assignments whose time is over; answers whose they were. */
export async function updateExpired(tx: Db, now: Date, most: number): Promise<number[]> {
  const { id, userId, isActive, expiresAt } = styleAssignments
  const expired = tx
    .select({ id })
    .from(styleAssignments)
    .where(and(eq(isActive, true), lte(expiresAt, now)))
    .orderBy(expiresAt)
    .limit(most)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(styleAssignments)
    .set({ isActive: false })
    .where(sql`${id} in ${expired}`)
    .returning({ userId })
  return rows.map((row) => row.userId)
}

function isInForce(now: Date): SQL | undefined {
  const { isActive, expiresAt } = styleAssignments
  return and(eq(isActive, true), or(isNull(expiresAt), gt(expiresAt, now)))
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

function showAssignment({ assignment, style, user }: Joined): StyleAssignment {
  return {
    id: assignment.id,
    user_id: assignment.userId,
    style_id: assignment.styleId,
    assigned_at: assignment.assignedAt.toISOString(),
    expires_at: assignment.expiresAt?.toISOString() ?? null,
    is_active: assignment.isActive,
    users: user && { username: user.username, avatar_url: avatarAddress(user.avatar) },
    user_styles: style,
  }
}
