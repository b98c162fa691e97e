import { actRefusal } from '#contract/authority.ts'
import { banLimits, type BanState } from '#contract/bans.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import { forbidden } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { readStandings } from '#server/groups/groups.public.ts'

import { selectBans } from './bans.queries.ts'
import { recordOf, showBan } from './bans.rules.ts'

export async function readBans(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
): Promise<BanState> {
  const now = clock.now()
  const { actor: own, target } = await readStandings(db, { actorId: actor.id, targetId: userId }, now)
  const refusal = actRefusal(own, target, 'see bans')
  if (refusal !== undefined) throw forbidden(refusal)
  return bansOf(db, userId, now)
}

/** The ban in force, if any, and those so far. */
export async function bansOf(db: Db, userId: number, now: Date): Promise<BanState> {
  const bans = await selectBans(db, userId, banLimits.historyMax)
  const records = bans.map((ban) => ({ ban, record: recordOf(ban, now) }))
  const inForce = records.find(({ record }) => record.state === 'in_force')
  return { ...showBan(inForce?.ban ?? null), history: records.map(({ record }) => record) }
}
