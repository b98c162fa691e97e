import { and, eq, ne, or, sql } from 'drizzle-orm'

import { preparedStatement, type Db } from '#platform/database/database.ts'
import { siteTotals } from '#server/records/stats/stats.tables.ts'

import { credentials, users } from './users.tables.ts'

export type NewUser = typeof users.$inferInsert

export async function insertUser(tx: Db, user: NewUser): Promise<number> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('The new account got no id')
  return row.id
}

export async function insertCredentials(
  tx: Db,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.insert(credentials).values({ userId, passwordHash, changedAt: now })
}

/** Call this last in a transaction: all registrations wait for the lock of this row. */
export async function addToUserTotal(tx: Db, count: number): Promise<void> {
  await tx.update(siteTotals).set({ users: sql`${siteTotals.users} + ${count}` })
}

/** Which of the two another user already has. */
export async function selectTaken(
  db: Db,
  wanted: { usernameKey: string; emailKey: string },
  exceptUserId = 0,
): Promise<{ username: boolean; email: boolean }> {
  const rows = await db
    .select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
    .from(users)
    .where(
      and(
        or(eq(users.usernameKey, wanted.usernameKey), eq(users.emailKey, wanted.emailKey)),
        ne(users.id, exceptUserId),
      ),
    )
  return {
    username: rows.some((row) => row.usernameKey === wanted.usernameKey),
    email: rows.some((row) => row.emailKey === wanted.emailKey),
  }
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

export async function selectUserForUpdate(tx: Db, id: number) {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

export async function updateUser(tx: Db, id: number, change: Partial<NewUser>): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id))
}

export async function selectRegisteredAt(db: Db, userId: number): Promise<Date | undefined> {
  const [row] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  return row?.createdAt
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

/** An arbitrary number that no other program is likely to lock. */
const ownershipLock = 724_410_554

/** Serializes transactions that create the first owner. */
export async function lockOwnership(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ownershipLock})`)
}

export async function selectHasOwner(db: Db): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.isOwner, true)).limit(1)
  return row !== undefined
}
