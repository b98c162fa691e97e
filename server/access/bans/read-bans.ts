import { denialReason } from '#contract/access/authority.ts'
import { banLimits, type BanState } from '#contract/access/bans.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { readPrincipals } from '#server/access/groups/load-principals.ts'

import { selectBans } from './bans.queries.ts'
import { toBanRecord, toBanData } from './bans.rules.ts'

export async function readBans(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Pick<Actor, 'id'>,
  userId: number,
): Promise<BanState> {
  const now = clock.now()
  const { actor: principal, target } = await readPrincipals(db, { actorId: actor.id, targetId: userId }, now)
  const denied = denialReason(principal, target, 'see bans')
  if (denied !== undefined) throw forbidden(denied)
  return loadBans(db, userId, now)
}

/** The active ban, if any, and the history. */
export async function loadBans(db: Db, userId: number, now: Date): Promise<BanState> {
  const bans = await selectBans(db, userId, banLimits.historyMax)
  const records = bans.map((ban) => ({ ban, record: toBanRecord(ban, now) }))
  const active = records.find(({ record }) => record.state === 'in_force')
  return { ...toBanData(active?.ban ?? null), history: records.map(({ record }) => record) }
}
