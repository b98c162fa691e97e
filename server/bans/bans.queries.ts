import { and, desc, eq, gt, isNull, lte, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Db } from '#platform/database.ts'
import { users } from '#server/users/users.tables.ts'

import { bans } from './bans.tables.ts'

/** What a query joins to find the ban that counts at that moment; a timed ban ends by itself. */
export function isBanInForce(userId: SQLWrapper, now: Date | SQLWrapper): SQL | undefined {
  return and(eq(bans.userId, userId), isInForce(now))
}

function isInForce(now: Date | SQLWrapper): SQL | undefined {
  return and(isNull(bans.liftedAt), or(eq(bans.isPermanent, true), gt(bans.expiresAt, now)))
}

export async function selectBanInForce(db: Db, userId: number, now: Date) {
  const [row] = await db
    .select({ id: bans.id, issuerAuthority: bans.issuerAuthority })
    .from(bans)
    .where(and(eq(bans.userId, userId), isInForce(now)))
  return row
}

/** A ban that ended by itself is open no more, so that the next one may be. */
export async function closeExpiredBans(tx: Db, userId: number, now: Date): Promise<void> {
  await tx
    .update(bans)
    .set({ liftedAt: bans.expiresAt })
    .where(and(eq(bans.userId, userId), isNull(bans.liftedAt), lte(bans.expiresAt, now)))
}

export async function insertBan(tx: Db, ban: typeof bans.$inferInsert): Promise<void> {
  await tx.insert(bans).values(ban)
}

export async function updateLifted(tx: Db, id: number, lifted: { by: number; at: Date }): Promise<void> {
  await tx.update(bans).set({ liftedAt: lifted.at, liftedBy: lifted.by }).where(eq(bans.id, id))
}

const lifters = alias(users, 'lifters')

/** The latest bans of somebody, newest first. */
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
