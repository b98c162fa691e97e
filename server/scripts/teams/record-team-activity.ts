import type { Actor } from '#platform/actor.ts'
import { type Db, invalidate } from '#platform/database/database.ts'
import {
  type memberActions,
  recordActivity,
  emitEvent,
  type MemberChangeKind,
} from '#server/records/records.public.ts'
import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import { userTag } from '#server/access/access.public.ts'
import type { LockedTeam } from './lock-team.ts'

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
  const target = { targetId: team.id, targetType: 'user' } as const
  await recordActivity(tx, { type: 'user', status: 'info', userId: by.id, ...target, ...entry })
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
