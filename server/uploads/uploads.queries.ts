import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

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
 * The newest `count` unfinished uploads of a user stay open; gives back what the others left in staging. Their rows
 * stay as well: what they brought counts for the day.
 */
export async function updateSurplusClosed(
  tx: Db,
  userId: number,
  count: number,
  at: Date,
): Promise<string[]> {
  const surplus = tx
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.consumedAt)))
    .orderBy(desc(uploads.createdAt), asc(uploads.key))
    .offset(count)
  const closed = await tx
    .update(uploads)
    .set({ consumedAt: at })
    .where(inArray(uploads.key, surplus))
    .returning({ name: uploads.stagedName })
  return closed.flatMap(({ name }) => name ?? [])
}

/** Bytes that a user's direct uploads brought since then. */
export async function selectUploadedBytes(db: Db, userId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploads.size}), 0)` })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gte(uploads.createdAt, since)))
  return Number(row?.bytes ?? 0)
}

/** Notes the bytes that arrived. Gives the file of an earlier try back, or null when the upload is not open. */
export async function updateArrived(
  tx: Db,
  key: string,
  arrived: { stagedName: string; size: number; sha256: string; completedAt: Date },
): Promise<{ replaced: string | null } | null> {
  const [before] = await tx
    .select({ replaced: uploads.stagedName })
    .from(uploads)
    .where(and(eq(uploads.key, key), isNull(uploads.consumedAt)))
    .for('update')
  if (!before) return null
  await tx.update(uploads).set(arrived).where(eq(uploads.key, key))
  return before
}

/** Notes which file an unfinished upload grows in, and how far it has come. */
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

/** Takes an upload for one script, or for good; false when it was taken before. */
export async function updateClaimed(db: Db, key: string, at: Date): Promise<boolean> {
  const claimed = await db
    .update(uploads)
    .set({ consumedAt: at })
    .where(and(eq(uploads.key, key), isNull(uploads.consumedAt)))
    .returning({ key: uploads.key })
  return claimed.length > 0
}

/** Gives an upload back that was claimed and could not be taken. */
export async function updateReleased(db: Db, key: string): Promise<void> {
  await db.update(uploads).set({ consumedAt: null }).where(eq(uploads.key, key))
}

export async function removeExpiredUploads(db: Db, before: Date): Promise<void> {
  await db.delete(uploads).where(lt(uploads.expiresAt, before))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before))
}

type FirstAnswer = typeof idempotencyKeys.$inferSelect

export async function selectFirstAnswer(
  db: Db,
  userId: number,
  key: string,
): Promise<Pick<FirstAnswer, 'fingerprint' | 'answer'> | undefined> {
  const [row] = await db
    .select({ fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  return row
}

export async function insertFirstAnswer(
  tx: Db,
  first: Pick<FirstAnswer, 'userId' | 'key' | 'fingerprint' | 'answer'>,
): Promise<void> {
  await tx.insert(idempotencyKeys).values(first)
}
