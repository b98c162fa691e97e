import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { accountDeletions, accountExports } from '#server/accounts/accounts.tables.ts'

export type StoredExport = typeof accountExports.$inferSelect

export async function selectExport(db: Db, userId: number): Promise<StoredExport | undefined> {
  const [row] = await db.select().from(accountExports).where(eq(accountExports.userId, userId))
  return row
}

export async function upsertExport(tx: Db, userId: number, requestedAt: Date): Promise<void> {
  const fresh = { requestedAt, key: null, size: null, sha256: null, expiresAt: null }
  await tx
    .insert(accountExports)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: accountExports.userId, set: fresh })
}

/** Returns false when the export is not the requested one anymore. */
export async function updateExportReady(
  tx: Db,
  { userId, requestedAt, ...file }: Omit<StoredExport, 'requestedAt'> & { requestedAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(accountExports)
    .set(file)
    .where(
      and(
        eq(accountExports.userId, userId),
        eq(accountExports.requestedAt, requestedAt),
        isNull(accountExports.key),
      ),
    )
  return rowCount === 1
}

export async function removeExpiredExports(tx: Db, now: Date): Promise<void> {
  await tx
    .delete(accountExports)
    .where(and(isNotNull(accountExports.expiresAt), lte(accountExports.expiresAt, now)))
}

export async function selectExportKeysAmong(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: accountExports.key })
    .from(accountExports)
    .where(sql`${accountExports.key} = any(${sql.param([...keys])}::text[])`)
  return new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])))
}

export async function selectDeletion(db: Db, userId: number) {
  const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId))
  return row
}

/** A repeated request keeps the first date. */
export async function insertDeletion(tx: Db, userId: number, requestedAt: Date, dueAt: Date): Promise<void> {
  await tx.insert(accountDeletions).values({ userId, requestedAt, dueAt }).onConflictDoNothing()
}

/** Returns false when there is none, or when it has started. */
export async function removeDeletion(tx: Db, userId: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.startedAt)))
  return rowCount === 1
}

/** Accounts of banned users wait for the end of the ban: a deleted account would be a way around it. */
export async function selectDueDeletions(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(
      and(
        isNull(accountDeletions.deletedAt),
        lte(accountDeletions.dueAt, now),
        sql`not exists (
          select from bans b where b.user_id = ${accountDeletions.userId} and b.lifted_at is null
            and (b.is_permanent or b.expires_at > ${now.toISOString()}::timestamptz))`,
        sql`exists (select from users u where u.id = ${accountDeletions.userId} and not u.is_owner and not u.is_admin)`,
      ),
    )
    .orderBy(accountDeletions.dueAt)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

export async function updateDeletion(
  tx: Db,
  userId: number,
  change: { startedAt: Date } | { deletedAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(accountDeletions)
    .set(change)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.deletedAt)))
  return rowCount === 1
}

/** The names of the teams of which the user is the only owner. */
export async function selectTeamsToHandOver(tx: Db, userId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select u.username as name from team_members m join users u on u.id = m.team_id
    where m.user_id = ${userId} and m.role = 'owner' and not exists (
      select from team_members o where o.team_id = m.team_id and o.role = 'owner' and o.user_id <> ${userId})
    order by u.username_key`)
  return rows.map(({ name }) => name)
}
