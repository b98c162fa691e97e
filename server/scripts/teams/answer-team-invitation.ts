import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { selectNamedUser } from '#server/scripts/named-users.queries.ts'

import { assertMayOwnOneMore } from './change-team.ts'
import { lockOwnTeam, lockTeam, type LockedTeam } from './lock-team.ts'
import { recordTeamMember } from './record-team-activity.ts'
import { emitTeamChange } from './team-events.ts'
import {
  insertTeamMember,
  removeExpiredTeamInvitations,
  selectTeamInvitation,
  updateTeamAnswer,
} from './teams.queries.ts'

type Invitation = NonNullable<Awaited<ReturnType<typeof selectTeamInvitation>>>

export async function acceptTeamInvitation(app: App, sender: Actor, id: number): Promise<{ success: true }> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    const { invitation, ...locked } = await lockOwnInvitation(tx, app, sender, id)
    const { actor, team } = locked
    const { role } = invitation
    if (role === 'owner') await assertMayOwnOneMore(tx, actor.id)
    await updateTeamAnswer(tx, id, 'accepted')
    await insertTeamMember(tx, { teamId: team.id, userId: actor.id, role, since: now })
    const { id: userId, username } = actor
    await recordTeamMember(tx, actor, team, 'Member Joined', { userId, username, role })
    await emitTeamChange(tx, locked, { username, change: 'joined', role }, now)
    return { success: true }
  })
}

export async function declineTeamInvitation(app: App, sender: Actor, id: number): Promise<{ success: true }> {
  return inTransaction(app.db, async (tx) => {
    const { actor, team, invitation } = await lockOwnInvitation(tx, app, sender, id)
    const { id: userId, username } = actor
    await updateTeamAnswer(tx, id, 'declined')
    await recordTeamMember(tx, actor, team, 'Invitation Declined', { userId, username })
    if (invitation.invitedBy !== null) {
      const subject = { actorId: userId, scriptId: null, versionId: null, userId: invitation.invitedBy }
      const data = { script: team.name, username, role: invitation.role, isTeam: true }
      await emitEvent(tx, { kind: 'invitation-declined', ...subject, data }, app.clock.now())
    }
    return { success: true }
  })
}

export async function withdrawTeamInvitation(
  app: App,
  sender: Actor,
  id: number,
): Promise<{ success: true }> {
  return inTransaction(app.db, async (tx) => {
    const found = await selectTeamInvitation(tx, id)
    if (!found) throw notFound('Invitation not found')
    const { actor, team } = await lockOwnTeam(tx, app, sender, found.teamId)
    await requireOpen(tx, id, app.clock.now())
    await updateTeamAnswer(tx, id, 'withdrawn')
    const user = await selectNamedUser(tx, found.userId)
    const member = { userId: found.userId, username: user?.username ?? '' }
    await recordTeamMember(tx, actor, team, 'Invitation Withdrawn', member)
    return { success: true }
  })
}

/** For everyone else it does not exist. */
async function lockOwnInvitation(
  tx: Db,
  app: App,
  sender: Actor,
  id: number,
): Promise<LockedTeam & { invitation: Invitation }> {
  const found = await selectTeamInvitation(tx, id)
  if (found?.userId !== sender.id) throw notFound('Invitation not found')
  const locked = await lockTeam(tx, app, sender, found.teamId)
  return { ...locked, invitation: await requireOpen(tx, id, app.clock.now()) }
}

const answerTexts = {
  accepted: 'This invitation was already accepted',
  declined: 'This invitation was already declined',
  withdrawn: 'This invitation was withdrawn',
}

/** Read after its team was locked. */
async function requireOpen(tx: Db, id: number, now: Date): Promise<Invitation> {
  const invitation = await selectTeamInvitation(tx, id)
  if (!invitation) throw notFound('Invitation not found')
  if (invitation.answer !== null) throw conflict(answerTexts[invitation.answer])
  if (invitation.expiresAt <= now) throw conflict('This invitation has expired')
  return invitation
}

/** Runs daily. */
export async function purgeTeamInvitations({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await removeExpiredTeamInvitations(db, clock.now())
}
