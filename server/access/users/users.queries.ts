import { and, eq, inArray, ne, or, sql, lt, notLike, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#platform/database/database.ts'
import { users } from './users.tables.ts'

type NewUser = typeof users.$inferInsert

export async function insertUser(tx: Db, user: NewUser): Promise<number> {
  const [row] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!row) throw new Error('The new account got no id')
  return row.id
}

/** Which of the two another user already has. */
export async function selectTaken(
  db: Db,
  keys: { usernameKey: string; emailKey: string },
  exceptUserId = 0,
): Promise<{ username: boolean; email: boolean }> {
  const rows = await db
    .select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
    .from(users)
    .where(
      and(
        or(eq(users.usernameKey, keys.usernameKey), eq(users.emailKey, keys.emailKey)),
        ne(users.id, exceptUserId),
      ),
    )
  return {
    username: rows.some((row) => row.usernameKey === keys.usernameKey),
    email: rows.some((row) => row.emailKey === keys.emailKey),
  }
}

export async function selectUserForUpdate(tx: Db, id: number) {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

export async function updateUser(tx: Db, id: number, change: Partial<NewUser>): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id))
}

export async function selectUsername(db: Db, id: number): Promise<string | undefined> {
  return (await selectUsernames(db, [id])).get(id)
}

/** By id. */
export async function selectUsernames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, username } = users
  const rows = await db
    .select({ id, username })
    .from(users)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.username]))
}

/** Deletes the row of a team; a user keeps theirs. */
export async function deleteTeamUser(tx: Db, id: number): Promise<void> {
  await tx.delete(users).where(and(eq(users.id, id), eq(users.isTeam, true)))
}

export async function selectRegisteredAt(db: Db, userId: number): Promise<Date | undefined> {
  const [row] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  return row?.createdAt
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

export async function updateLastActive(db: Db, userId: number, now: Date): Promise<void> {
  await db.update(users).set({ lastActiveAt: now }).where(eq(users.id, userId))
}

/** Lists show these totals of an author, so that they count no rows. */
export async function addToAuthorTotals(
  tx: Db,
  userId: number,
  by: Record<'scripts' | 'downloads' | 'likes', number>,
): Promise<void> {
  await tx
    .update(users)
    .set({
      scriptsUploaded: sql`greatest(0, ${users.scriptsUploaded} + ${by.scripts})`,
      totalDownloads: sql`greatest(0, ${users.totalDownloads} + ${by.downloads})`,
      reputation: sql`greatest(0, ${users.reputation} + ${by.likes})`,
    })
    .where(eq(users.id, userId))
}

/** Users with a whole IP from before that time; an anonymized IP contains a slash. */
export async function selectWholeIps(db: Db, before: Date) {
  const { id, registrationIp, createdAt, lastLoginIp, lastLoginAt } = users
  return db
    .select({ id, registrationIp, createdAt, lastLoginIp, lastLoginAt })
    .from(users)
    .where(
      or(
        and(lt(createdAt, before), notLike(registrationIp, '%/%')),
        and(lt(lastLoginAt, before), notLike(lastLoginIp, '%/%')),
      ),
    )
}

/** Does nothing if the IP has changed since it was read. */
export async function updateIp(
  db: Db,
  id: number,
  column: 'registrationIp' | 'lastLoginIp',
  from: string,
  to: string,
): Promise<void> {
  await db
    .update(users)
    .set({ [column]: to })
    .where(and(eq(users.id, id), eq(users[column], from)))
}

/**
 * The condition that a row of `bans` is active (docs/domain-rules.md, Bans and account status). It is in this feature
 * because bans depend on groups, and groups need it too.
 */
export function activeBan(now: Date | SQLWrapper): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  // Text instead of columns: Drizzle drops their table name in a select of one table.
  return sql`(bans.lifted_at is null and (bans.is_permanent or bans.expires_at > ${time}::timestamptz))`
}
