import type { ScriptRole } from '#contract/scripts/script-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

import { selectTeamForUpdate, selectTeamRole } from './teams.queries.ts'

export type TeamRow = NonNullable<Awaited<ReturnType<typeof selectTeamForUpdate>>>
export type LockedTeam = { actor: Actor; team: TeamRow; role: ScriptRole | null }

/** The user has the permissions and the role of this moment. */
export async function lockTeam(
  tx: Db,
  { clock }: Pick<App, 'clock'>,
  { sessionHash }: Pick<Actor, 'sessionHash'>,
  id: number,
): Promise<LockedTeam> {
  const actor = await requireSession(tx, sessionHash, clock.now())
  const team = await selectTeamForUpdate(tx, id)
  if (!team) throw notFound('Team not found')
  return { actor, team, role: await selectTeamRole(tx, id, actor.id) }
}

export async function lockOwnTeam(...args: Parameters<typeof lockTeam>): Promise<LockedTeam> {
  const locked = await lockTeam(...args)
  if (locked.role !== 'owner') throw forbidden('Only an owner of the team may do this')
  return locked
}

export function assertNotHidden({ team }: TeamRow): void {
  if (team.removedAt !== null)
    throw conflict('A moderator hid this team, so you can neither change nor delete it')
}
