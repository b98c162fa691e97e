import { and, asc, desc, eq, gt, inArray, lt, lte, ne, not, or, sql, isNull } from 'drizzle-orm'

import type { BanInfo } from '#contract/access/users.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { activeMembership, activeBan, updateLastActive } from '#server/access/access.public.ts'
import { users } from '#server/access/users/users.tables.ts'
import { sessions, signInAttempts } from '#server/accounts/accounts.tables.ts'

const nowParameter = sql.placeholder('now')

/** A ban ends the access tokens of before it, also when it is lifted. Sessions show it to the user. */
const withoutLaterBan = sql`(${sessions.kind} = 'browser' or not exists (
  select from bans b where b.user_id = ${sessions.userId} and b.created_at >= ${sessions.createdAt}))`

const isBrowser = eq(sessions.kind, 'browser')

/** Reads everything that decides what a session may do in one query; nothing is cached between requests. */
export async function selectIdentity(db: Db, hash: string, time: Date) {
  const query = preparedStatement(db, 'identity_of_session', (on) =>
    on
      .select({
        id: users.id,
        username: users.username,
        isOwner: users.isOwner,
        isAdmin: users.isAdmin,
        status: users.status,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        kind: sessions.kind,
        scopes: sessions.scopes,
        scriptChoice: sessions.scriptChoice,
        scriptIds: sessions.scriptIds,
        priority: sql<number | null>`(
          select min(g.priority) from memberships join groups g on g.id = group_id
          where user_id = ${users.id} and ${activeMembership(nowParameter)})`,
        keys: sql<string[]>`array(
          select distinct permission_key from memberships join group_permissions using (group_id)
          where user_id = ${users.id} and ${activeMembership(nowParameter)})`,
        ban: sql<BanInfo | null>`(
          select json_build_object('id', id, 'reason', reason, 'is_permanent', is_permanent, 'expires_at', expires_at,
            'created_at', created_at, 'banned_by', issuer_name)
          from bans where user_id = ${users.id} and ${activeBan(nowParameter)} limit 1)`,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.hash, sql.placeholder('hash')),
          gt(sessions.expiresAt, sql`${nowParameter}::timestamptz`),
          withoutLaterBan,
        ),
      ),
  )
  const [row] = await query.execute({ hash, now: time.toISOString() })
  return row
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/** Keeps the newest `kept` sessions of a user. */
export async function removeOldestSessions(db: Db, userId: number, kept: number): Promise<void> {
  const surplus = db
    .select({ hash: sessions.hash })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isBrowser))
    .orderBy(desc(sessions.createdAt), asc(sessions.hash))
    .offset(kept)
  await db.delete(sessions).where(inArray(sessions.hash, surplus))
}

/** The public id of a session: a part of its hash, which is not enough to use the session. */
const sessionId = sql<string>`left(${sessions.hash}, 16)`

/** Undefined if the session has ended. */
export async function selectSignedInAt(db: Db, hash: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.hash, hash))
  return row?.createdAt
}

export async function selectSessionsOf(db: Db, userId: number, time: Date) {
  const { hash, ip, userAgent, createdAt, lastSeenAt } = sessions
  return db
    .select({ id: sessionId, hash, ip, userAgent, createdAt, lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isBrowser, gt(sessions.expiresAt, time)))
    .orderBy(desc(lastSeenAt), asc(hash))
}

/** Returns false if the user has no such session. */
export async function removeSessionOf(db: Db, userId: number, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isBrowser, eq(sessionId, id)))
  return rowCount !== 0
}

export async function removeSession(db: Db, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.hash, hash))
}

/** Access tokens stay. */
export async function removeOtherSessionsOf(db: Db, userId: number, hash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isBrowser, ne(sessions.hash, hash)))
}

/** With access tokens. Returns their number. */
export async function removeSessionsOf(db: Db, userId: number, exceptHash?: string): Promise<number> {
  const peers = exceptHash === undefined ? undefined : ne(sessions.hash, exceptHash)
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.userId, userId), peers))
  return rowCount ?? 0
}

/** The work of a program does not make its user active. */
export async function updateTokenUsed(db: Db, hash: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.hash, hash))
}

export async function updateLastSeen(db: Db, hash: string, userId: number, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.hash, hash))
  await updateLastActive(db, userId, now)
}

export async function insertSignInAttempt(
  db: Db,
  attempt: typeof signInAttempts.$inferInsert,
): Promise<void> {
  await db.insert(signInAttempts).values(attempt)
}

/** Also access tokens that a ban has ended. */
export async function removeEndedSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.expiresAt, now), not(withoutLaterBan)))
}

export async function removeSignInAttempts(db: Db, before: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.createdAt, before))
}

const s = sessions
const isToken = eq(s.kind, 'token')

type NewAccessToken = {
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
export async function selectAccessTokens(db: Db, userId: number, time: Date) {
  return db
    .select(columns)
    .from(s)
    .where(and(eq(s.userId, userId), isToken, gt(s.expiresAt, time), withoutLaterBan))
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

export async function selectAccessTokenCount(tx: Db, userId: number, time: Date): Promise<number> {
  return tx.$count(s, and(eq(s.userId, userId), isToken, gt(s.expiresAt, time), withoutLaterBan))
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
