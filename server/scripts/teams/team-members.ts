import { type ScriptRole, teamLimits } from '#contract/scripts/script-limits.ts'
import { type Team, type TeamInvitationDraft } from '#contract/scripts/teams.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound, invalid } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { selectNamedUser } from '#server/scripts/authors.queries.ts'
import {
  selectInvitee,
  insertTeamInvitation,
  removeExpiredTeamInvitations,
  selectOpenTeamInvitations,
  selectSentTeamInvitationCount,
  selectTeamInvitationsTo,
  selectTeamInvitation,
  updateTeamAnswer,
} from '#server/scripts/invitations.queries.ts'
import { invalidateAuthor } from '#server/scripts/script-tags.ts'

import { assertMayOwnOneMore } from './change-team.ts'
import {
  lockOwnTeam,
  lockTeam,
  ownersOnly,
  assertNotHidden,
  type LockedTeam,
  recordTeamMember,
  emitTeamChange,
} from './teams.ts'
import { readTeam } from './read-team.ts'
import {
  removeTeamMemberRow,
  selectTeamMembers,
  updateTeamRole,
  selectTeamRole,
  insertTeamMember,
} from './teams.queries.ts'
import { assertMayAsk, requireOpen } from '#server/scripts/invitations.rules.ts'

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
export async function removeTeamMember(app: App, sender: Actor, { id, userId }: Ids): Promise<void> {
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
      const event = { script: team.name, username, by: actor.username, change, role: null }
      const data = { ...event, isTeam: true, isOwn: true }
      await emitEvent(tx, { kind: 'members-changed', actorId: actor.id, userId, data }, now)
    }
  })
}

async function requireMember(tx: Db, teamId: number, userId: number) {
  const members = await selectTeamMembers(tx, teamId)
  const member = members.find(({ id }) => id === userId)
  if (!member) throw notFound('Member not found')
  const isLastOwner = member.role === 'owner' && members.filter((each) => each.role === 'owner').length === 1
  return { member, isLastOwner }
}

/** Nothing changes before the user accepts. */
export async function inviteToTeam(
  app: App,
  sender: Actor,
  teamId: number,
  { username, role }: TeamInvitationDraft,
): Promise<Team> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const locked = await lockOwnTeam(write, teamId)
    const { actor, team } = locked
    assertNotHidden(team)
    await removeExpiredTeamInvitations(tx, now, teamId)
    const user = await findInvitee(tx, locked, username, now)
    await assertBelowLimits(tx, locked, now)
    const expiresAt = after(now, teamLimits.invitationDays * day)
    const times = { createdAt: now, expiresAt }
    await insertTeamInvitation(tx, { teamId, userId: user.id, role, invitedBy: actor.id, ...times })
    await recordTeamMember(tx, actor, team, 'Member Invited', {
      userId: user.id,
      username: user.username,
      role,
    })
    const data = { script: team.name, by: actor.username, role, isTeam: true }
    await emitEvent(tx, { kind: 'invitation-received', actorId: actor.id, userId: user.id, data }, now)
    return readTeam(tx, actor, teamId, now)
  })
}

async function findInvitee(tx: Db, { actor, team }: LockedTeam, username: string, now: Date) {
  const user = await selectInvitee(tx, username, now)
  if (!user) throw invalid({ username: 'There is no user with this name' })
  if (user.isTeam) throw invalid({ username: 'A team cannot be a member of a team' })
  if (user.id === actor.id) throw invalid({ username: 'You are a member of this team already' })
  if (!user.mayJoin) throw invalid({ username: 'This user cannot be invited' })
  if ((await selectTeamRole(tx, team.id, user.id)) !== null)
    throw conflict(`${user.username} is already a member of this team`)
  assertMayAsk(user, await selectTeamInvitationsTo(tx, team.id, user.id, now))
  return user
}

async function assertBelowLimits(tx: Db, { actor, team }: LockedTeam, now: Date): Promise<void> {
  const { membersMax, sentMax, invitationDays } = teamLimits
  const members = await selectTeamMembers(tx, team.id)
  const open = await selectOpenTeamInvitations(tx, team.id, now)
  if (members.length + open.length >= membersMax)
    throw conflict(`A team can have ${membersMax} members and open invitations at most`)
  // The lock makes the count exact, also for invitations to several teams at once.
  await selectUserForUpdate(tx, actor.id)
  if ((await selectSentTeamInvitationCount(tx, actor.id, now)) >= sentMax)
    throw conflict(`You can send ${sentMax} invitations to teams in ${invitationDays} days at most`)
}

type Invitation = NonNullable<Awaited<ReturnType<typeof selectTeamInvitation>>>

export async function acceptTeamInvitation(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const { invitation, ...locked } = await lockOwnInvitation(write, id)
    const { actor, team } = locked
    const { role } = invitation
    if (role === 'owner') await assertMayOwnOneMore(tx, actor.id)
    await updateTeamAnswer(tx, id, 'accepted')
    await insertTeamMember(tx, { teamId: team.id, userId: actor.id, role, since: now })
    invalidateAuthor(tx, actor.id)
    const { id: userId, username } = actor
    await recordTeamMember(tx, actor, team, 'Member Joined', { userId, username, role })
    await emitTeamChange(tx, locked, { username, change: 'joined', role }, now)
  })
}

export async function declineTeamInvitation(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const { actor, team, invitation } = await lockOwnInvitation(write, id)
    const { id: userId, username } = actor
    await updateTeamAnswer(tx, id, 'declined')
    await recordTeamMember(tx, actor, team, 'Invitation Declined', { userId, username })
    if (invitation.invitedBy !== null) {
      const subject = { actorId: userId, userId: invitation.invitedBy }
      const data = { script: team.name, username, role: invitation.role, isTeam: true }
      await emitEvent(tx, { kind: 'invitation-declined', ...subject, data }, now)
    }
  })
}

export async function withdrawTeamInvitation(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const invitation = await selectTeamInvitation(tx, id)
    if (!invitation) throw notFound('Invitation not found')
    const { actor, team } = await lockOwnTeam(write, invitation.teamId)
    requireOpen(await selectTeamInvitation(tx, id), now)
    await updateTeamAnswer(tx, id, 'withdrawn')
    const user = await selectNamedUser(tx, invitation.userId)
    const member = { userId: invitation.userId, username: user?.username ?? '' }
    await recordTeamMember(tx, actor, team, 'Invitation Withdrawn', member)
  })
}

/** For everyone else it does not exist. */
async function lockOwnInvitation(write: Write, id: number): Promise<LockedTeam & { invitation: Invitation }> {
  const { db: tx, actor, now } = write
  const invitation = await selectTeamInvitation(tx, id)
  if (invitation?.userId !== actor.id) throw notFound('Invitation not found')
  const locked = await lockTeam(write, invitation.teamId)
  return { ...locked, invitation: requireOpen(await selectTeamInvitation(tx, id), now) }
}
