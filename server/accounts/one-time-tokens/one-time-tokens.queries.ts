import { and, eq, gt, gte, inArray, isNull, lt } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { oneTimeTokens, type tokenKinds } from '#server/accounts/accounts.tables.ts'

export type TokenKind = (typeof tokenKinds)[number]
export type OneTimeToken = typeof oneTimeTokens.$inferSelect

export async function insertToken(tx: Db, code: typeof oneTimeTokens.$inferInsert): Promise<void> {
  await tx.insert(oneTimeTokens).values(code)
}

export async function selectToken(
  db: Db,
  kind: TokenKind,
  hash: string,
  now: Date,
): Promise<OneTimeToken | undefined> {
  const [row] = await db
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.hash, hash),
        eq(oneTimeTokens.kind, kind),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  return row
}

/** Returns the token if it is valid and marks it as used; of concurrent calls only one gets it. */
export async function updateTokenUsed(
  tx: Db,
  kind: TokenKind,
  hash: string,
  now: Date,
): Promise<OneTimeToken | undefined> {
  const good = and(
    eq(oneTimeTokens.hash, hash),
    eq(oneTimeTokens.kind, kind),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  )
  const [row] = await tx.update(oneTimeTokens).set({ usedAt: now }).where(good).returning()
  return row
}

/** Invalidates all tokens of these kinds. The rows remain, because the daily limits count them. */
export async function updateTokensUsed(
  tx: Db,
  userId: number,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<void> {
  await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        inArray(oneTimeTokens.kind, [...kinds]),
        isNull(oneTimeTokens.usedAt),
      ),
    )
}

export async function selectTokenCount(
  db: Db,
  userId: number,
  kind: TokenKind,
  since: Date,
): Promise<number> {
  return db.$count(
    oneTimeTokens,
    and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind), gte(oneTimeTokens.createdAt, since)),
  )
}

export async function removeExpiredTokens(db: Db, before: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before))
}

export async function removeTokensOfKind(tx: Db, kind: TokenKind): Promise<void> {
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.kind, kind))
}
