import { and, asc, desc, eq, gte, inArray, isNull, lt, min, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { idempotencyKeys, uploads } from './uploads.tables.ts'

type Upload = typeof uploads.$inferSelect

export async function insertUpload(db: Db, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

export async function selectUpload(db: Db, key: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.key, key))
  return row
}

/**
 * Closes all open uploads of a user but the newest `count` and returns their staged files. Their rows stay, because
 * their bytes count towards the daily limit.
 */
export async function closeOldest(tx: Db, userId: number, count: number, now: Date): Promise<string[]> {
  const surplus = tx
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.consumedAt)))
    .orderBy(desc(uploads.createdAt), asc(uploads.key))
    .offset(count)
  const closed = await tx
    .update(uploads)
    .set({ consumedAt: now })
    .where(inArray(uploads.key, surplus))
    .returning({ name: uploads.stagedName })
  return closed.flatMap(({ name }) => name ?? [])
}

/** The bytes of a user's direct uploads since this time, and when the first of them began. */
export async function selectUploaded(
  db: Db,
  userId: number,
  since: Date,
): Promise<{ bytes: number; firstAt: Date | null }> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploads.size}), 0)`, firstAt: min(uploads.createdAt) })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gte(uploads.createdAt, since)))
  return { bytes: Number(row?.bytes ?? 0), firstAt: row?.firstAt ?? null }
}

/** Returns the staged file of an earlier attempt, or null when the upload is not open. */
export async function markCompleted(
  tx: Db,
  key: string,
  completed: { stagedName: string; size: number; sha256: string; completedAt: Date },
): Promise<{ stagedName: string | null } | null> {
  const [previous] = await tx
    .select({ stagedName: uploads.stagedName })
    .from(uploads)
    .where(and(eq(uploads.key, key), isNull(uploads.consumedAt)))
    .for('update')
  if (!previous) return null
  await tx.update(uploads).set(completed).where(eq(uploads.key, key))
  return previous
}

/** Records the staged file of an incomplete upload and its current size. */
export async function updateProgress(
  db: Db,
  key: string,
  progress: { stagedName: string; size: number },
): Promise<void> {
  await db
    .update(uploads)
    .set(progress)
    .where(and(eq(uploads.key, key), isNull(uploads.consumedAt), isNull(uploads.completedAt)))
}

/** Marks an upload as used by a script or terminated; false when it already was. */
export async function updateClaimed(db: Db, key: string, now: Date): Promise<boolean> {
  const claimed = await db
    .update(uploads)
    .set({ consumedAt: now })
    .where(and(eq(uploads.key, key), isNull(uploads.consumedAt)))
    .returning({ key: uploads.key })
  return claimed.length > 0
}

export async function removeExpiredUploads(db: Db, before: Date): Promise<void> {
  await db.delete(uploads).where(lt(uploads.expiresAt, before))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before))
}

type IdempotentResponse = typeof idempotencyKeys.$inferSelect

export async function selectIdempotentResponse(
  db: Db,
  userId: number,
  key: string,
): Promise<Pick<IdempotentResponse, 'requestHash' | 'response'> | undefined> {
  const [row] = await db
    .select({ requestHash: idempotencyKeys.requestHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  return row
}

export async function insertIdempotentResponse(
  tx: Db,
  first: Pick<IdempotentResponse, 'userId' | 'key' | 'requestHash' | 'response'>,
): Promise<void> {
  await tx.insert(idempotencyKeys).values(first)
}
