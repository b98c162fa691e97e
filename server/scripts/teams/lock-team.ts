import { type ScriptRole, teamLimits } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import type { Db } from '#platform/database/database.ts'

import { selectTeamForUpdate, selectTeamRole, selectScriptCount } from './teams.queries.ts'

export type TeamRow = NonNullable<Awaited<ReturnType<typeof selectTeamForUpdate>>>
export type LockedTeam = { actor: Actor; team: TeamRow; role: ScriptRole | null }

/** With the role of this moment. */
export async function lockTeam(
  { db: tx, actor }: Pick<Write, 'db' | 'actor'>,
  id: number,
): Promise<LockedTeam> {
  const team = await selectTeamForUpdate(tx, id)
  if (!team) throw notFound('Team not found')
  return { actor, team, role: await selectTeamRole(tx, id, actor.id) }
}

export const ownersOnly = () => forbidden('Only an owner of the team may do this')

export async function lockOwnTeam(...args: Parameters<typeof lockTeam>): Promise<LockedTeam> {
  const locked = await lockTeam(...args)
  if (locked.role !== 'owner') throw ownersOnly()
  return locked
}

export function assertNotHidden({ team }: TeamRow): void {
  if (team.removedAt !== null)
    throw conflict('A moderator hid this team, so you can neither change nor delete it')
}

/** Locks the team, so that the count is exact and the team is not deleted meanwhile. */
export async function assertRoomInTeam(tx: Db, teamId: number): Promise<void> {
  const team = await selectTeamForUpdate(tx, teamId)
  if (!team || team.team.removedAt !== null) throw conflict('A moderator hid this team')
  if ((await selectScriptCount(tx, teamId)) >= teamLimits.scriptsMax)
    throw conflict(`A team can own at most ${teamLimits.scriptsMax} scripts`)
}
