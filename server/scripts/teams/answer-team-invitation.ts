import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { invalidateAuthor } from '#server/scripts/script-tags.ts'
import { requireOpen } from '#server/scripts/invitations.rules.ts'
import { selectNamedUser } from '#server/scripts/named-users.queries.ts'

import { assertMayOwnOneMore } from './change-team.ts'
import { lockOwnTeam, lockTeam, type LockedTeam } from './lock-team.ts'
import { recordTeamMember, emitTeamChange } from './record-team-activity.ts'
import {
  insertTeamMember,
  removeExpiredTeamInvitations,
  selectTeamInvitation,
  updateTeamAnswer,
} from './teams.queries.ts'

type Invitation = NonNullable<Awaited<ReturnType<typeof selectTeamInvitation>>>

export async function acceptTeamInvitation(app: App, sender: Actor, id: number): Promise<{ success: true }> {
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
    return { success: true }
  })
}

export async function declineTeamInvitation(app: App, sender: Actor, id: number): Promise<{ success: true }> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    const { actor, team, invitation } = await lockOwnInvitation(write, id)
    const { id: userId, username } = actor
    await updateTeamAnswer(tx, id, 'declined')
    await recordTeamMember(tx, actor, team, 'Invitation Declined', { userId, username })
    if (invitation.invitedBy !== null) {
      const subject = { actorId: userId, scriptId: null, versionId: null, userId: invitation.invitedBy }
      const data = { script: team.name, username, role: invitation.role, isTeam: true }
      await emitEvent(tx, { kind: 'invitation-declined', ...subject, data }, now)
    }
    return { success: true }
  })
}

export async function withdrawTeamInvitation(
  app: App,
  sender: Actor,
  id: number,
): Promise<{ success: true }> {
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
    return { success: true }
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

/** Runs daily. */
export async function purgeTeamInvitations({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await removeExpiredTeamInvitations(db, clock.now())
}
