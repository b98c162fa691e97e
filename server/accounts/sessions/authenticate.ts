import { authority, permissionsOf } from '#contract/access/authority.ts'
import { holdsAdminKey, type Permission } from '#contract/platform/permissions.ts'
import { isAccessToken } from '#contract/scripts/tokens.ts'
import type { AuthResult, Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, minute } from '#platform/clock.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { forbidden, HttpError, signInNeeded } from '#platform/errors.ts'
import { serializeError } from '#platform/log.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'
import { accountStatusError } from '#server/access/access.public.ts'

import { selectIdentity, updateLastSeen, updateTokenUsed } from './sessions.queries.ts'
import { isWellFormed, permissionsOfScopes, hashSecret, readToken } from './tokens.ts'

const lastSeenEvery = 5 * minute

/** Returns undefined if the token is forged, expired or revoked. */
export async function authenticate(app: App, token: string): Promise<AuthResult | undefined> {
  const now = app.clock.now()
  const sessionHash = await hashOf(app, token, now)
  if (sessionHash === undefined) return undefined
  const session = await readSession(app.db, sessionHash, now)
  if (session && now.getTime() - session.lastSeenAt.getTime() > lastSeenEvery) {
    const { id, token: access } = session.actor
    // Not awaited: the request must not wait or fail because of this update.
    const update = access
      ? updateTokenUsed(app.db, sessionHash, now)
      : updateLastSeen(app.db, sessionHash, id, now)
    update.catch((error: unknown) =>
      app.log.warn('The time of the last visit could not be updated', serializeError(error)),
    )
  }
  return session
}

/** An access token is its own secret; nothing is signed. */
async function hashOf({ secrets }: App, token: string, now: Date): Promise<string | undefined> {
  if (!isAccessToken(token)) return readToken(secrets.tokens, token, now)
  return isWellFormed(token) ? hashSecret(token) : undefined
}

/** The user of a session with the permissions of this moment. Undefined if the session has ended. */
async function readSession(
  db: Db,
  sessionHash: string,
  now: Date,
): Promise<(AuthResult & { lastSeenAt: Date }) | undefined> {
  const row = await selectIdentity(db, sessionHash, now)
  if (!row) return undefined
  const permissions = permissionsOf(row, row.keys)
  const { id, username, isOwner, isAdmin, kind, scopes, scriptChoice } = row
  const error = accountStatusError(row)
  if (kind === 'token') {
    const actor = {
      id,
      username,
      isOwner: false,
      isAdmin: false,
      sessionHash,
      permissions: permissionsOfScopes(scopes ?? [], permissions),
      authority: Infinity,
      token: {
        scopes: scopes ?? [],
        scripts: scriptChoice === 'all' ? ('all' as const) : (row.scriptIds ?? []),
      },
    }
    return { actor, error, lastSeenAt: row.lastSeenAt }
  }
  if (isExpired(row.createdAt, permissions, now)) return undefined
  const actor = {
    id,
    username,
    isOwner,
    isAdmin,
    sessionHash,
    permissions,
    authority: authority({ ...row, priorities: row.priority === null ? [] : [row.priority] }),
  }
  return { actor, error, lastSeenAt: row.lastSeenAt }
}

/**
 * Checks inside a transaction or when a signed URL is used that a session and its permissions are still valid: a ban
 * or a demotion can happen during a long upload. Returns the user with the permissions of this moment; those of the
 * request can be hours old.
 */
export async function requireSession(
  db: Db,
  sessionHash: string,
  now: Date,
  permission?: Permission,
): Promise<Actor> {
  const session = await readSession(db, sessionHash, now)
  if (!session) throw signInNeeded()
  const { actor, error } = session
  if (error) throw error
  if (permission && !actor.permissions.has(permission))
    throw forbidden('You no longer have the permission for this')
  return actor
}

/** What a user writes, in one transaction. */
export type Write = {
  db: Db
  /** The user with the permissions of this moment: a request can be hours old. */
  actor: Actor
  /** The time of everything that the transaction writes. */
  now: Date
  /** Rejects a user who does not have the permission now. */
  requirePermission: (permission: Permission) => void
  /** Rejects a banned user, of whom `allowBanned` lets the transaction begin. */
  requireNotBanned: () => void
}

type Requirements = {
  permission?: Permission
  /** Only some writes of the call are allowed for banned users: the others call `requireNotBanned`. */
  allowBanned?: boolean
  /** Files that the transaction references: they belong to the database from its commit on. */
  newFiles?: NewFiles
}

/**
 * Runs `work` in a transaction after it has checked that the session and its permissions are still valid: a ban or a
 * demotion can happen during a long upload.
 */
export function withTransaction<T>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { sessionHash }: Pick<Actor, 'sessionHash'>,
  { permission, allowBanned = false, newFiles }: Requirements,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    newFiles?.adopt(tx)
    const now = clock.now()
    const session = await readSession(tx, sessionHash, now)
    if (!session) throw signInNeeded()
    const { actor, error } = session
    const requireNotBanned = () => {
      if (error) throw error
    }
    if (!(allowBanned && error instanceof HttpError && error.code === 'banned')) requireNotBanned()
    const requirePermission = (required: Permission) => {
      if (!actor.permissions.has(required)) throw forbidden('You no longer have the permission for this')
    }
    if (permission) requirePermission(permission)
    return work({ db: tx, actor, now, requirePermission, requireNotBanned })
  })
}

/** See docs/domain-rules.md, Sessions and passwords. */
const lifetime = { member: 30 * day, admin: 7 * day }

export function endOfSession(createdAt: Date, isAdministrator: boolean): Date {
  return after(createdAt, isAdministrator ? lifetime.admin : lifetime.member)
}

/**
 * Returns whether a session is too old for the current permissions of its user. Computed on every call and not stored, so that
 * a new admin permission shortens existing sessions at once.
 */
export function isExpired(createdAt: Date, permissions: ReadonlySet<Permission>, now: Date): boolean {
  return endOfSession(createdAt, holdsAdminKey(permissions)) <= now
}
