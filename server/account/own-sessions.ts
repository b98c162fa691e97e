import type { OwnSession } from '#contract/account.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { endSessionOf, endSessionsOf, isOutlived, readSessionsOf } from '#server/sessions/sessions.public.ts'
import { networkOf } from '#server/users/users.public.ts'

import { deviceName } from './device-name.rules.ts'

/** Where somebody is signed in, the latest first: the network of an address is enough to know one's own. */
export async function listOwnSessions(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Actor,
): Promise<OwnSession[]> {
  const now = clock.now()
  const rows = await readSessionsOf(db, actor.id, now)
  const good = rows.filter(({ createdAt }) => !isOutlived(createdAt, actor.permissions, now))
  return good.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent ?? ''),
    address: row.ip ? networkOf(row.ip) : null,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_current: row.hash === actor.sessionHash,
  }))
}

/** Signs one device out: its token is refused from its next call on. */
export async function endOwnSession(db: Db, actor: Actor, id: string): Promise<null> {
  return inTransaction(db, async (tx) => {
    if (!(await endSessionOf(tx, actor.id, id))) throw notFound('Session not found')
    await recordEnd(tx, actor, 'signed out one of their devices')
    return null
  })
}

/** Signs every device out but the one that asks. */
export async function endOtherSessions(db: Db, actor: Actor): Promise<null> {
  return inTransaction(db, async (tx) => {
    await endSessionsOf(tx, actor.id, actor.sessionHash)
    await recordEnd(tx, actor, 'signed out all their other devices')
    return null
  })
}

async function recordEnd(tx: Db, actor: Actor, what: string): Promise<void> {
  await recordActivity(tx, {
    type: 'user',
    action: 'Session Ended',
    description: `${actor.username} ${what}`,
    status: 'info',
    userId: actor.id,
    targetId: actor.id,
    targetType: 'user',
  })
}
