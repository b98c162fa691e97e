import { eq } from 'drizzle-orm'

import type { Permission } from '#contract/platform/permissions.ts'
import type { Db } from '#platform/database/database.ts'
import { userStyles } from '#server/access/user-styles/user-styles.tables.ts'

import { groupPermissions, groups } from './groups.tables.ts'

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
