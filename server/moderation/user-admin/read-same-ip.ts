import type { SameIpUsers } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { serializeUser } from './serialize-user.ts'
import { selectSameIp, selectUser, selectUsersById } from './user-admin.queries.ts'

/** Users who registered or signed in from an IP of this user, or from its network. */
export async function readSameIp(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<SameIpUsers> {
  const now = clock.now()
  const user = await selectUser(db, id, now)
  if (!user) throw notFound('User not found')
  const { registrationIp, lastLoginIp } = user
  const ips = [registrationIp, lastLoginIp].filter((ip) => ip !== null)
  const found = await selectSameIp(db, id, ips)
  const rows = await selectUsersById(
    db,
    found.map((match) => match.id),
    now,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    users: found.flatMap((match) => {
      const row = byId.get(match.id)
      return row ? [{ ...serializeUser(row, actor, now), match: match.isExact ? 'ip' : 'network' }] : []
    }),
  }
}
