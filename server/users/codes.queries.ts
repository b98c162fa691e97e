import { and, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

import { codes, type codeKinds } from './users.tables.ts'

export type CodeKind = (typeof codeKinds)[number]
export type Code = typeof codes.$inferSelect

export async function insertCode(tx: Db, code: typeof codes.$inferInsert): Promise<void> {
  await tx.insert(codes).values(code)
}

/** The code if it is still good. */
export async function selectCode(db: Db, kind: CodeKind, hash: string, now: Date): Promise<Code | undefined> {
  const [row] = await db
    .select()
    .from(codes)
    .where(and(eq(codes.hash, hash), eq(codes.kind, kind), isNull(codes.usedAt), gt(codes.expiresAt, now)))
  return row
}

/** Takes a code that is still good, so that nobody else can; of two who try at once one gets it. */
export async function updateUsed(tx: Db, kind: CodeKind, hash: string, now: Date): Promise<Code | undefined> {
  const good = and(eq(codes.hash, hash), eq(codes.kind, kind), isNull(codes.usedAt), gt(codes.expiresAt, now))
  const [row] = await tx.update(codes).set({ usedAt: now }).where(good).returning()
  return row
}

/** Makes all codes of these kinds useless; the rows stay, they count against the limits of a day. */
export async function updateAllUsed(
  tx: Db,
  userId: number,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<void> {
  await tx
    .update(codes)
    .set({ usedAt: now })
    .where(and(eq(codes.userId, userId), inArray(codes.kind, [...kinds]), isNull(codes.usedAt)))
}

export async function selectCodeCount(db: Db, userId: number, kind: CodeKind, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(codes)
    .where(and(eq(codes.userId, userId), eq(codes.kind, kind), gte(codes.createdAt, since)))
  return row?.count ?? 0
}

export async function removeExpiredCodes(db: Db, before: Date): Promise<void> {
  await db.delete(codes).where(lt(codes.expiresAt, before))
}

export async function removeCodesOfKind(tx: Db, kind: CodeKind): Promise<void> {
  await tx.delete(codes).where(eq(codes.kind, kind))
}
