import type { Identity } from '#platform/actor.ts'
import { minute } from '#platform/clock.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'
import { authority, permissionsOf } from '#server/groups/groups.public.ts'
import { refusalFor } from '#server/users/users.public.ts'

import { selectIdentity, updateLastSeen } from './sessions.queries.ts'
import { isOutlived } from './sessions.rules.ts'
import { readToken } from './tokens.ts'

const lastSeenEvery = 5 * minute

/** Who a token speaks for at this moment, or undefined when it is forged, expired or revoked. */
export async function findIdentity(hub: Hub, token: string): Promise<Identity | undefined> {
  const now = hub.clock.now()
  const sessionHash = await readToken(hub.secrets.tokens, token, now)
  if (sessionHash === undefined) return undefined
  const row = await selectIdentity(hub.db, sessionHash, now)
  if (!row) return undefined
  const permissions = permissionsOf(row, row.keys)
  if (isOutlived(row.createdAt, permissions, now)) return undefined

  if (now.getTime() - row.lastSeenAt.getTime() > lastSeenEvery) {
    // Nobody waits for this mark, and a request does not fail for it.
    updateLastSeen(hub.db, sessionHash, row.id, now).catch((error: unknown) =>
      hub.log.warn('The last visit was not noted', describeError(error)),
    )
  }
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
  return { actor, refusal: refusalFor(row) }
}
