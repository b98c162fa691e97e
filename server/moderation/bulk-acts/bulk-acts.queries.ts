import { and, asc, desc, eq, exists, getTableColumns, inArray, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { bulkActRemovals, bulkActs, bulkActUsers } from '#server/moderation/moderation.tables.ts'

export type BulkAct = typeof bulkActs.$inferSelect
type BulkActUser = typeof bulkActUsers.$inferSelect

export async function insertBulkAct(tx: Db, act: typeof bulkActs.$inferInsert): Promise<number> {
  const [row] = await tx.insert(bulkActs).values(act).returning({ id: bulkActs.id })
  if (!row) throw new Error('The new bulk act got no id')
  return row.id
}

export async function insertBulkActUser(tx: Db, row: typeof bulkActUsers.$inferInsert): Promise<void> {
  await tx.insert(bulkActUsers).values(row)
}

export async function insertBulkActRemovals(
  tx: Db,
  actId: number,
  removalIds: readonly number[],
): Promise<void> {
  if (removalIds.length > 0)
    await tx.insert(bulkActRemovals).values(removalIds.map((removalId) => ({ actId, removalId })))
}

export async function removeBulkAct(db: Db, id: number): Promise<void> {
  await db.delete(bulkActs).where(eq(bulkActs.id, id))
}

export async function removeBulkActsBefore(db: Db, time: Date): Promise<void> {
  await db.delete(bulkActs).where(lt(bulkActs.createdAt, time))
}

export async function selectBulkActForUpdate(tx: Db, id: number): Promise<BulkAct | undefined> {
  const [row] = await tx.select().from(bulkActs).where(eq(bulkActs.id, id)).for('update')
  return row
}

export async function updateBulkActUndone(
  tx: Db,
  id: number,
  change: { undoneAt: Date; undoneBy: number },
): Promise<void> {
  await tx.update(bulkActs).set(change).where(eq(bulkActs.id, id))
}

export async function selectBulkActUsers(db: Db, actId: number): Promise<BulkActUser[]> {
  return db.select().from(bulkActUsers).where(eq(bulkActUsers.actId, actId)).orderBy(asc(bulkActUsers.userId))
}

/** The removals of the scripts that the act hid. */
export async function selectBulkActRemovals(db: Db, actId: number): Promise<number[]> {
  const rows = await db
    .select({ id: bulkActRemovals.removalId })
    .from(bulkActRemovals)
    .where(eq(bulkActRemovals.actId, actId))
  return rows.map(({ id }) => id)
}

/** Without those that have no user left. */
const isListed = (db: Db, id: number | undefined) =>
  and(
    id === undefined ? undefined : eq(bulkActs.id, id),
    exists(
      db.select({ id: bulkActUsers.userId }).from(bulkActUsers).where(eq(bulkActUsers.actId, bulkActs.id)),
    ),
  )

export async function selectBulkActCount(db: Db, id: number | undefined): Promise<number> {
  return db.$count(bulkActs, isListed(db, id))
}

export async function selectBulkActs(
  db: Db,
  id: number | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  const undoer = alias(users, 'undoer')
  return db
    .select({ act: getTableColumns(bulkActs), by: users.username, undoneBy: undoer.username })
    .from(bulkActs)
    .innerJoin(users, eq(users.id, bulkActs.actorId))
    .leftJoin(undoer, eq(undoer.id, bulkActs.undoneBy))
    .where(isListed(db, id))
    .orderBy(desc(bulkActs.createdAt), desc(bulkActs.id))
    .limit(limit)
    .offset(offset)
}

export async function selectUsersOfActs(db: Db, actIds: readonly number[]) {
  return db
    .select({ actId: bulkActUsers.actId, id: users.id, username: users.username })
    .from(bulkActUsers)
    .innerJoin(users, eq(users.id, bulkActUsers.userId))
    .where(inArray(bulkActUsers.actId, [...actIds]))
    .orderBy(asc(users.id))
}
