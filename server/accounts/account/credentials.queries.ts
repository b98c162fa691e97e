import { and, eq, sql } from 'drizzle-orm'

import { preparedStatement, type Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

import { credentials } from './credentials.tables.ts'

export async function insertCredentials(
  tx: Db,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.insert(credentials).values({ userId, passwordHash, changedAt: now })
}

export async function selectPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return row?.passwordHash
}

/** Returns false if the stored hash is no longer the expected one. */
export async function updatePasswordHash(
  tx: Db,
  userId: number,
  change: { passwordHash: string; expectedHash?: string | undefined; now: Date },
): Promise<boolean> {
  const { passwordHash, expectedHash, now } = change
  const expected = expectedHash === undefined ? undefined : eq(credentials.passwordHash, expectedHash)
  const updated = await tx
    .update(credentials)
    .set({ passwordHash, changedAt: now })
    .where(and(eq(credentials.userId, userId), expected))
    .returning({ userId: credentials.userId })
  return updated.length > 0
}

export async function selectAccountByEmail(db: Db, emailKey: string) {
  const query = preparedStatement(db, 'account_by_email', (on) =>
    on
      .select({
        id: users.id,
        username: users.username,
        email: users.email,
        status: users.status,
        lockedUntil: users.lockedUntil,
        passwordHash: credentials.passwordHash,
      })
      .from(users)
      .innerJoin(credentials, eq(credentials.userId, users.id))
      .where(eq(users.emailKey, sql.placeholder('emailKey'))),
  )
  const [row] = await query.execute({ emailKey })
  return row
}
