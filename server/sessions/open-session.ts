import type { Client } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'

import { insertSession, removeOldestSessions } from './sessions.queries.ts'
import { hashSecret, newSessionSecret, signToken } from './tokens.ts'

/** decisions.md, Accounts: 30 days, 7 for holders of any admin key. */
const lifetime = { member: 30 * day, admin: 7 * day }
const sessionsMax = 10

/** Signs a person in: a session row and the token that carries its secret. */
export async function openSession(
  db: Db,
  hub: Pick<Hub, 'clock' | 'secrets'>,
  person: { id: number; holdsAdminKey: boolean },
  client: Client,
): Promise<{ token: string; sessionHash: string }> {
  const issuedAt = hub.clock.now()
  const expiresAt = after(issuedAt, person.holdsAdminKey ? lifetime.admin : lifetime.member)
  const secret = newSessionSecret()
  const hash = hashSecret(secret)
  const { ip, userAgent } = client
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
