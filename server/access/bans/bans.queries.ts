import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Db } from '#platform/database/database.ts'
import { bans } from '#server/access/access.tables.ts'
import { activeBan } from '#server/access/users/users.queries.ts'
import { users } from '#server/access/users/users.tables.ts'

const terms = {
  id: bans.id,
  reason: bans.reason,
  isPermanent: bans.isPermanent,
  expiresAt: bans.expiresAt,
  issuedBy: bans.issuedBy,
  issuerAuthority: bans.issuerAuthority,
  changedAt: bans.changedAt,
}

export async function selectActiveBan(db: Db, userId: number, now: Date) {
  const [row] = await db
    .select(terms)
    .from(bans)
    .where(and(eq(bans.userId, userId), activeBan(now)))
  return row
}

export async function selectBan(db: Db, userId: number, id: number) {
  const [row] = await db
    .select(terms)
    .from(bans)
    .where(and(eq(bans.userId, userId), eq(bans.id, id)))
  return row
}

/** The unique index allows one row without `lifted_at` per user, so an expired ban is closed before the next one. */
export async function closeExpiredBans(tx: Db, userId: number, now: Date): Promise<void> {
  await tx
    .update(bans)
    .set({ liftedAt: bans.expiresAt })
    .where(and(eq(bans.userId, userId), isNull(bans.liftedAt), lte(bans.expiresAt, now)))
}

export async function insertBan(tx: Db, ban: typeof bans.$inferInsert): Promise<number> {
  const [row] = await tx.insert(bans).values(ban).returning({ id: bans.id })
  if (!row) throw new Error('The new ban got no id')
  return row.id
}

export async function updateBan(
  tx: Db,
  id: number,
  change: Partial<typeof bans.$inferInsert>,
): Promise<void> {
  await tx.update(bans).set(change).where(eq(bans.id, id))
}

const lifters = alias(users, 'lifters')

/** The latest bans of a user, newest first. */
export async function selectBans(db: Db, userId: number, limit: number) {
  return db
    .select({
      id: bans.id,
      reason: bans.reason,
      isPermanent: bans.isPermanent,
      expiresAt: bans.expiresAt,
      createdAt: bans.createdAt,
      issuerName: bans.issuerName,
      liftedAt: bans.liftedAt,
      lifterName: lifters.username,
    })
    .from(bans)
    .leftJoin(lifters, eq(lifters.id, bans.liftedBy))
    .where(eq(bans.userId, userId))
    .orderBy(desc(bans.createdAt), desc(bans.id))
    .limit(limit)
}
