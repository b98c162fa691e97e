import type { ScriptRole } from '#contract/scripts/script-schemas.ts'
import type { Team } from '#contract/scripts/teams.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { invalidateAuthor } from '#server/scripts/script-tags.ts'

import { assertMayOwnOneMore } from './change-team.ts'
import { lockOwnTeam, lockTeam, ownersOnly } from './lock-team.ts'
import { readTeam } from './read-team.ts'
import { recordTeamMember, emitTeamChange } from './record-team-activity.ts'
import { removeTeamMemberRow, selectTeamMembers, updateTeamRole } from './teams.queries.ts'

type Ids = { id: number; userId: number }

export async function changeTeamMember(
  app: App,
  sender: Actor,
  { id, userId }: Ids,
  role: ScriptRole,
): Promise<Team> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const locked = await lockOwnTeam(write, id)
    const { actor, team } = locked
    const { member, isLastOwner } = await requireMember(tx, id, userId)
    if (member.role !== role) {
      if (isLastOwner) throw conflict('A team needs an owner. Make another member an owner first')
      if (role === 'owner') await assertMayOwnOneMore(tx, userId)
      await updateTeamRole(tx, id, userId, role)
      const { username } = member
      await recordTeamMember(tx, actor, team, 'Member Role Changed', { userId, username, role })
      await emitTeamChange(tx, locked, { username, change: 'role', role }, now)
    }
    return readTeam(tx, actor, id, now)
  })
}

/** Rights in all scripts of the team end with this transaction, which waits for writes of the member that have begun. */
export async function removeTeamMember(
  app: App,
  sender: Actor,
  { id, userId }: Ids,
): Promise<{ success: true }> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const locked = await lockTeam(write, id)
    const { actor, team, role } = locked
    const isSelf = userId === actor.id
    if (role === null) throw forbidden('You are not a member of this team')
    if (!isSelf && role !== 'owner') throw ownersOnly()
    const { member, isLastOwner } = await requireMember(tx, id, userId)
    if (isLastOwner)
      throw conflict('You are the last owner. Make another member an owner, or delete the team')
    await removeTeamMemberRow(tx, id, userId)
    invalidateAuthor(tx, userId)
    const { username } = member
    await recordTeamMember(tx, actor, team, isSelf ? 'Member Left' : 'Member Removed', { userId, username })
    const change = isSelf ? ('left' as const) : ('removed' as const)
    await emitTeamChange(tx, locked, { username, change }, now)
    if (!isSelf) {
      const subject = { actorId: actor.id, scriptId: null, versionId: null, userId }
      const data = { script: team.name, username, by: actor.username, change, role: null }
      const own = { ...data, isTeam: true, isOwn: true }
      await emitEvent(tx, { kind: 'members-changed', ...subject, data: own }, now)
    }
    return { success: true }
  })
}

async function requireMember(tx: Db, teamId: number, userId: number) {
  const members = await selectTeamMembers(tx, teamId)
  const member = members.find(({ id }) => id === userId)
  if (!member) throw notFound('Member not found')
  const isLastOwner = member.role === 'owner' && members.filter((each) => each.role === 'owner').length === 1
  return { member, isLastOwner }
}
