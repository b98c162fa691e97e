import { type ScriptRole, teamLimits } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { type Db, invalidate } from '#platform/database/database.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import {
  type memberActions,
  recordActivity,
  actOver,
  emitEvent,
  type MemberChangeKind,
} from '#server/records/records.public.ts'
import { userTag } from '#server/access/access.public.ts'

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

type ByAction = (by: string, name: string, team: string) => string
type MemberAction = Exclude<(typeof memberActions)[number], 'Script Offered' | 'Script Transferred'>

const memberTexts: Record<MemberAction, ByAction> = {
  'Member Invited': (by, name, team) => `${by} invited ${name} to the team ${team}`,
  'Invitation Withdrawn': (by, name, team) => `${by} withdrew the invitation of ${name} to the team ${team}`,
  'Invitation Declined': (by, _name, team) => `${by} declined an invitation to the team ${team}`,
  'Member Joined': (by, _name, team) => `${by} joined the team ${team}`,
  'Member Left': (by, _name, team) => `${by} left the team ${team}`,
  'Member Removed': (by, name, team) => `${by} removed ${name} from the team ${team}`,
  'Member Role Changed': (by, name, team) => `${by} changed the role of ${name} in the team ${team}`,
}

const teamTexts = {
  'Team Created': (by: string, team: string) => `${by} created the team ${team}`,
  'Team Updated': (by: string, team: string) => `${by} changed the team ${team}`,
  'Team Deleted': (by: string, team: string) => `${by} deleted the team ${team}`,
}

type By = Pick<Actor, 'id' | 'username'>
type Team = { id: number; name: string }

/** In the history of the team. */
async function record(
  tx: Db,
  by: By,
  team: Team,
  entry: { action: string; description: string; metadata: Record<string, unknown> },
) {
  await recordActivity(tx, { ...actOver(by, team), status: 'info', ...entry })
}

export async function recordTeamActivity(
  tx: Db,
  by: By,
  team: Team,
  action: keyof typeof teamTexts,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  await record(tx, by, team, { action, description: teamTexts[action](by.username, team.name), metadata })
}

export async function recordTeamMember(
  tx: Db,
  by: By,
  team: Team,
  action: MemberAction,
  member: { userId: number; username: string; role?: string },
): Promise<void> {
  const description = memberTexts[action](by.username, member.username, team.name)
  await record(tx, by, team, { action, description, metadata: member })
}

type Changed = { username: string; change: Exclude<MemberChangeKind, 'owner'>; role?: ScriptRole }

/** For every member except the user who did it. */
export async function emitTeamChange(
  tx: Db,
  { actor, team }: Pick<LockedTeam, 'actor' | 'team'>,
  { username, change, role }: Changed,
  now: Date,
): Promise<void> {
  invalidate(tx, userTag(team.id))
  const data = { script: team.name, username, by: actor.username, change, role: role ?? null, isTeam: true }
  await emitEvent(tx, { kind: 'members-changed', actorId: actor.id, userId: team.id, data }, now)
}
