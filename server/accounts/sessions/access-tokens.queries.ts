import { and, count, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

import { sessionId, withoutLaterBan } from './sessions.queries.ts'
import { sessions } from './sessions.tables.ts'

const s = sessions
const isToken = eq(s.kind, 'token')

export type NewAccessToken = {
  hash: string
  userId: number
  name: string
  hint: string
  scopes: NonNullable<(typeof sessions.$inferSelect)['scopes']>
  scripts: 'all' | readonly number[]
  createdAt: Date
  expiresAt: Date
}

/** Not used yet: `lastSeenAt` is before every other time. */
export const neverUsed = new Date(0)

export async function insertAccessToken(tx: Db, { scripts, ...token }: NewAccessToken): Promise<void> {
  await tx.insert(s).values({
    ...token,
    kind: 'token',
    lastSeenAt: neverUsed,
    scriptChoice: scripts === 'all' ? 'all' : 'chosen',
    scriptIds: scripts === 'all' ? null : [...scripts],
  })
}

const columns = {
  id: sessionId,
  name: s.name,
  hint: s.hint,
  scopes: s.scopes,
  scriptChoice: s.scriptChoice,
  scriptIds: s.scriptIds,
  createdAt: s.createdAt,
  expiresAt: s.expiresAt,
  lastSeenAt: s.lastSeenAt,
}

/** The valid ones of a user, newest first. */
export async function selectAccessTokens(db: Db, userId: number, at: Date) {
  return db
    .select(columns)
    .from(s)
    .where(and(eq(s.userId, userId), isToken, gt(s.expiresAt, at), withoutLaterBan))
    .orderBy(desc(s.createdAt), s.hash)
}

export type AccessTokenRow = Awaited<ReturnType<typeof selectAccessTokens>>[number]

export async function selectAccessToken(db: Db, hash: string): Promise<AccessTokenRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(s)
    .where(and(eq(s.hash, hash), isToken))
  return row
}

export async function selectAccessTokenCount(tx: Db, userId: number, at: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(s)
    .where(and(eq(s.userId, userId), isToken, gt(s.expiresAt, at), withoutLaterBan))
  return row?.count ?? 0
}

/** Returns the name of the token. */
export async function removeAccessTokenOf(tx: Db, userId: number, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(s)
    .where(and(eq(s.userId, userId), isToken, eq(sessionId, id)))
    .returning({ name: s.name })
  return row && (row.name ?? '')
}

/** Returns its owner. */
export async function removeAccessToken(tx: Db, hash: string) {
  const [row] = await tx
    .delete(s)
    .where(and(eq(s.hash, hash), isToken))
    .returning({ userId: s.userId, name: s.name })
  return row && { userId: row.userId, name: row.name ?? '' }
}

/** Marks one batch of tokens that end before a time, and returns them with the addresses of their users. */
export async function updateWarned(
  tx: Db,
  { now, before, limit }: { now: Date; before: Date; limit: number },
) {
  const ending = tx
    .select({ hash: s.hash })
    .from(s)
    .where(and(isToken, isNull(s.warnedAt), gt(s.expiresAt, now), lte(s.expiresAt, before), withoutLaterBan))
    .orderBy(s.expiresAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(s)
    .set({ warnedAt: now })
    .from(users)
    .where(and(sql`${s.hash} in ${ending}`, eq(users.id, s.userId)))
    .returning({
      name: s.name,
      expiresAt: s.expiresAt,
      username: users.username,
      email: users.email,
    })
}
