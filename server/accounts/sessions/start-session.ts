import type { Client } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import { insertSession, removeOldestSessions, removeSession } from './sessions.queries.ts'
import { endOfSession } from './sessions.rules.ts'
import { hashSecret, newSessionSecret, signToken } from './tokens.ts'

const sessionsMax = 10

/** The client of a sign-in and the session that it already has, if any. */
export type SignInContext = Client & { replaces?: string | undefined }

/** Creates a session and the token with its secret. */
export async function startSession(
  db: Db,
  app: Pick<App, 'clock' | 'secrets'>,
  user: { id: number; holdsAdminKey: boolean },
  client: SignInContext,
): Promise<{ token: string; sessionHash: string }> {
  const issuedAt = app.clock.now()
  const expiresAt = endOfSession(issuedAt, user.holdsAdminKey)
  const secret = newSessionSecret()
  const hash = hashSecret(secret)
  const { ip, userAgent, replaces } = client
  // The client discards the token of its previous session.
  if (replaces !== undefined) await removeSession(db, replaces)
  // Before the new one, which is never the one to go when others began at the same time.
  await removeOldestSessions(db, user.id, sessionsMax - 1)
  await insertSession(db, {
    hash,
    userId: user.id,
    createdAt: issuedAt,
    lastSeenAt: issuedAt,
    expiresAt,
    ip,
    userAgent,
  })
  const token = await signToken(app.secrets.tokens, { userId: user.id, secret, issuedAt, expiresAt })
  return { token, sessionHash: hash }
}
