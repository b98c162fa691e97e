import { eq, lte } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { suspensions } from '#server/moderation/moderation.tables.ts'

export type SuspensionRow = typeof suspensions.$inferSelect

export async function insertSuspension(tx: Db, suspension: typeof suspensions.$inferInsert): Promise<void> {
  await tx
    .insert(suspensions)
    .values(suspension)
    .onConflictDoUpdate({ target: suspensions.userId, set: suspension })
}

export async function selectSuspension(db: Db, userId: number): Promise<SuspensionRow | undefined> {
  const [row] = await db.select().from(suspensions).where(eq(suspensions.userId, userId))
  return row
}

export async function removeSuspension(tx: Db, userId: number): Promise<void> {
  await tx.delete(suspensions).where(eq(suspensions.userId, userId))
}

export async function selectEndedSuspensions(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ userId: suspensions.userId })
    .from(suspensions)
    .where(lte(suspensions.endsAt, now))
    .orderBy(suspensions.endsAt)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
