import type { Client } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'

import { insertSession, removeOldestSessions, removeSession } from './sessions.queries.ts'
import { endOfSession } from './sessions.rules.ts'
import { hashSecret, newSessionSecret, signToken } from './tokens.ts'

const sessionsMax = 10

/** Where a sign-in comes from, and the session that the browser it comes from is in until then. */
export type Arrival = Client & { replaces?: string | undefined }

/** Signs a person in: a session row and the token that carries its secret. */
export async function openSession(
  db: Db,
  hub: Pick<Hub, 'clock' | 'secrets'>,
  person: { id: number; holdsAdminKey: boolean },
  client: Arrival,
): Promise<{ token: string; sessionHash: string }> {
  const issuedAt = hub.clock.now()
  const expiresAt = endOfSession(issuedAt, person.holdsAdminKey)
  const secret = newSessionSecret()
  const hash = hashSecret(secret)
  const { ip, userAgent, replaces } = client
  // Whoever signs in anew has done with it; left open it would be one more that can be stolen.
  if (replaces !== undefined) await removeSession(db, replaces)
  await insertSession(db, {
    hash,
    userId: person.id,
    createdAt: issuedAt,
    lastSeenAt: issuedAt,
    expiresAt,
    ip,
    userAgent,
  })
  await removeOldestSessions(db, person.id, sessionsMax)
  const token = await signToken(hub.secrets.tokens, { userId: person.id, secret, issuedAt, expiresAt })
  return { token, sessionHash: hash }
}
