import { and, asc, eq, inArray, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import type { UserMembership } from '#contract/moderation/user-admin.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import type { Db } from '#platform/database/database.ts'
import { groupPermissions, groups, memberships, userStyles } from '#server/access/access.tables.ts'
import { activeBan } from '#server/access/users/users.queries.ts'
import { users } from '#server/access/users/users.tables.ts'

/** All memberships of a user, including expired ones, highest authority first. */
export async function selectMembershipsOf(db: Db, userId: number): Promise<UserMembership[]> {
  const rows = await db
    .select({
      id: groups.id,
      name: groups.name,
      display_name: groups.displayName,
      color: groups.color,
      priority: groups.priority,
      is_active: memberships.isActive,
      expiresAt: memberships.expiresAt,
    })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(groups.priority), asc(groups.id))
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expires_at: expiresAt?.toISOString() ?? null }))
}

/** Locks in the order of ids, so that concurrent transactions cannot deadlock. No team is changed as a user is. */
export async function selectPrincipalUsers(db: Db, ids: readonly number[], { locks }: { locks: boolean }) {
  const query = db
    .select({
      id: users.id,
      username: users.username,
      isOwner: users.isOwner,
      isAdmin: users.isAdmin,
      status: users.status,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), locks ? eq(users.isTeam, false) : undefined))
    .orderBy(asc(users.id))
  return locks ? query.for('no key update') : query
}

/** Call this with the user row locked: a concurrent ban holds that lock until its commit. */
export async function selectIsBanned(db: Db, userId: number, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`select from bans where user_id = ${userId} and ${activeBan(now)}`)
  return rows.length > 0
}

export async function selectActiveGroupIds(tx: Db, userIds: readonly number[], now: Date) {
  return tx
    .select({ userId: memberships.userId, groupId: memberships.groupId })
    .from(memberships)
    .where(and(inArray(memberships.userId, [...userIds]), activeMembership(now)))
}

export async function selectGroupsForUpdate(tx: Db, ids: readonly number[]) {
  return selectRankedGroups(tx, ids, { locks: true })
}

export async function selectRankedGroups(db: Db, ids: readonly number[], { locks }: { locks: boolean }) {
  const query = db
    .select({
      id: groups.id,
      name: groups.name,
      displayName: groups.displayName,
      priority: groups.priority,
      isDefault: groups.isDefault,
    })
    .from(groups)
    .where(inArray(groups.id, [...ids]))
    .orderBy(asc(groups.id))
  const rows = await (locks ? query.for('no key update') : query)
  const keys = await db
    .select({ groupId: groupPermissions.groupId, key: groupPermissions.permissionKey })
    .from(groupPermissions)
    .where(inArray(groupPermissions.groupId, [...ids]))
  return rows.map((group) => ({
    ...group,
    keys: keys.filter(({ groupId }) => groupId === group.id).map(({ key }) => key),
  }))
}

export async function selectMembershipForUpdate(tx: Db, userId: number, groupId: number, now: Date) {
  const [row] = await tx
    .select({ isActive: sql<boolean>`${activeMembership(now)}`, expiresAt: memberships.expiresAt })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.groupId, groupId)))
    .for('update')
  return row
}

export async function selectMembership(db: Db, userId: number, groupId: number) {
  const [row] = await db
    .select({
      isActive: memberships.isActive,
      expiresAt: memberships.expiresAt,
      createdAt: memberships.createdAt,
    })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.groupId, groupId)))
  return row
}

export async function insertMembership(
  tx: Db,
  membership: { userId: number; groupId: number; expiresAt: Date | null; createdAt: Date },
): Promise<void> {
  await tx.insert(memberships).values(membership)
}

export async function updateMembership(
  tx: Db,
  userId: number,
  groupId: number,
  expiresAt: Date | null,
): Promise<void> {
  await tx
    .update(memberships)
    .set({ isActive: true, expiresAt })
    .where(and(eq(memberships.userId, userId), eq(memberships.groupId, groupId)))
}

/** Returns false if there is no such membership. */
export async function removeMembership(tx: Db, userId: number, groupId: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.groupId, groupId)))
  return rowCount === 1
}

export async function addToMemberCount(tx: Db, groupId: number, count: number): Promise<void> {
  await tx
    .update(groups)
    .set({ memberCount: sql`${groups.memberCount} + ${count}` })
    .where(eq(groups.id, groupId))
}

export async function selectDefaultGroupId(db: Db): Promise<number | undefined> {
  const [row] = await db.select({ id: groups.id }).from(groups).where(eq(groups.isDefault, true))
  return row?.id
}

export async function selectGroupIdByName(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db.select({ id: groups.id }).from(groups).where(eq(groups.name, name))
  return row?.id
}

export async function selectGroupsWithExpired(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ groupId: memberships.groupId })
    .from(memberships)
    .where(lte(memberships.expiresAt, now))
  return rows.map(({ groupId }) => groupId)
}

export async function removeExpiredMemberships(tx: Db, groupIds: readonly number[], now: Date) {
  return tx
    .delete(memberships)
    .where(and(lte(memberships.expiresAt, now), inArray(memberships.groupId, [...groupIds])))
    .returning({ userId: memberships.userId, groupId: memberships.groupId })
}

/** The condition that a row of `memberships` is active (docs/domain-rules.md, Memberships). */
export function activeMembership(now: Date | SQLWrapper): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  // Text instead of columns: Drizzle drops their table name in a select of one table.
  return sql`(memberships.is_active and (memberships.expires_at is null or memberships.expires_at > ${time}::timestamptz))`
}

type NewRow = typeof groups.$inferInsert

export async function insertGroup(tx: Db, group: NewRow): Promise<number> {
  const [row] = await tx.insert(groups).values(group).returning({ id: groups.id })
  if (!row) throw new Error('The new group got no id')
  return row.id
}

/** Undefined columns stay unchanged. */
export async function updateGroup(
  tx: Db,
  id: number,
  change: { [Key in keyof NewRow]?: NewRow[Key] | undefined },
): Promise<void> {
  if (Object.values(change).some((value) => value !== undefined))
    await tx.update(groups).set(change).where(eq(groups.id, id))
}

/** Foreign keys delete its permissions and memberships. */
export async function removeGroup(tx: Db, id: number): Promise<void> {
  await tx.delete(groups).where(eq(groups.id, id))
}

export async function replacePermissions(
  tx: Db,
  groupId: number,
  keys: readonly Permission[],
): Promise<void> {
  await tx.delete(groupPermissions).where(eq(groupPermissions.groupId, groupId))
  if (keys.length > 0)
    await tx
      .insert(groupPermissions)
      .values([...new Set(keys)].map((permissionKey) => ({ groupId, permissionKey })))
}

/** Locks the style, so that it cannot be deleted before the commit. */
export async function selectHasStyle(tx: Db, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: userStyles.id })
    .from(userStyles)
    .where(eq(userStyles.id, id))
    .for('key share')
  return rows.length > 0
}
