import type { AuthResult } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { minute } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'
import { authority, permissionsOf } from '#contract/authority.ts'
import { accountStatusError } from '#server/access/access.public.ts'

import { selectIdentity, updateLastSeen } from './sessions.queries.ts'
import { isExpired } from './sessions.rules.ts'
import { readToken } from './tokens.ts'

const lastSeenEvery = 5 * minute

/** Returns undefined if the token is forged, expired or revoked. */
export async function authenticate(app: App, token: string): Promise<AuthResult | undefined> {
  const now = app.clock.now()
  const sessionHash = await readToken(app.secrets.tokens, token, now)
  if (sessionHash === undefined) return undefined
  const session = await readSession(app.db, sessionHash, now)
  if (session && now.getTime() - session.lastSeenAt.getTime() > lastSeenEvery) {
    // Not awaited: the request must not wait or fail because of this update.
    updateLastSeen(app.db, sessionHash, session.actor.id, now).catch((error: unknown) =>
      app.log.warn('The time of the last visit could not be updated', serializeError(error)),
    )
  }
  return session
}

/** The user of a session with the permissions of this moment. Undefined if the session has ended. */
export async function readSession(
  db: Db,
  sessionHash: string,
  now: Date,
): Promise<(AuthResult & { lastSeenAt: Date }) | undefined> {
  const row = await selectIdentity(db, sessionHash, now)
  if (!row) return undefined
  const permissions = permissionsOf(row, row.keys)
  if (isExpired(row.createdAt, permissions, now)) return undefined
  const { id, username, isOwner, isAdmin } = row
  const actor = {
    id,
    username,
    isOwner,
    isAdmin,
    sessionHash,
    permissions,
    authority: authority({ ...row, priorities: row.priority === null ? [] : [row.priority] }),
  }
  return { actor, error: accountStatusError(row), lastSeenAt: row.lastSeenAt }
}
