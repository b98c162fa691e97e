import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { credentials, recoveryCodes } from '#server/accounts/accounts.tables.ts'

/** `secret` is encrypted. Without `confirmedAt` its set-up is not complete. */
export async function selectTwoFactor(db: Db, userId: number) {
  const [row] = await db
    .select({
      isEnabled: users.twoFactorEnabled,
      secret: credentials.totpSecret,
      confirmedAt: credentials.totpConfirmedAt,
      codesLeft: sql<number>`(
        select count(*)::integer from ${recoveryCodes} where ${recoveryCodes.userId} = ${users.id})`,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.id, userId))
  return row
}

export async function updateSecret(
  tx: Db,
  userId: number,
  change: { secret: string | null; confirmedAt: Date | null },
): Promise<void> {
  const { secret: totpSecret, confirmedAt: totpConfirmedAt } = change
  await tx
    .update(credentials)
    .set({ totpSecret, totpConfirmedAt, ...(totpConfirmedAt === null && { totpLastCounter: null }) })
    .where(eq(credentials.userId, userId))
}

/** Returns false if this time step or a later one has been used. */
export async function updateLastCounter(
  tx: Db,
  userId: number,
  used: { secret: string; counter: number },
): Promise<boolean> {
  const { totpSecret, totpLastCounter } = credentials
  const { rowCount } = await tx
    .update(credentials)
    .set({ totpLastCounter: used.counter })
    .where(
      and(
        eq(credentials.userId, userId),
        eq(totpSecret, used.secret),
        or(isNull(totpLastCounter), lt(totpLastCounter, used.counter)),
      ),
    )
  return rowCount === 1
}

export async function insertRecoveryCodes(tx: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, userId })))
}

/** Returns false if the code is unknown or was used concurrently. */
export async function removeRecoveryCode(tx: Db, userId: number, hash: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.hash, hash), eq(recoveryCodes.userId, userId)))
  return rowCount === 1
}

export async function removeRecoveryCodesOf(tx: Db, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
