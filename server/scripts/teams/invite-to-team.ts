import type { ScriptRole } from '#contract/scripts/script-schemas.ts'
import { teamLimits, type Team, type TeamInvitationDraft } from '#contract/scripts/teams.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { dateText } from '#platform/date-text.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { selectInvitee } from '#server/scripts/named-users.queries.ts'

import { assertNotHidden, lockOwnTeam, type LockedTeam } from './lock-team.ts'
import { readTeam } from './read-team.ts'
import { recordTeamMember } from './record-team-activity.ts'
import {
  insertTeamInvitation,
  removeExpiredTeamInvitations,
  selectOpenTeamInvitations,
  selectSentTeamInvitationCount,
  selectTeamInvitationsTo,
  selectTeamMembers,
  selectTeamRole,
} from './teams.queries.ts'

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
    await emitInvitation(tx, locked, user.id, role, now)
    return readTeam(tx, actor, teamId, now)
  })
}

async function emitInvitation(
  tx: Db,
  { actor, team }: LockedTeam,
  userId: number,
  role: ScriptRole,
  now: Date,
): Promise<void> {
  const subject = { actorId: actor.id, scriptId: null, versionId: null, userId }
  const data = { script: team.name, by: actor.username, role, isTeam: true }
  await emitEvent(tx, { kind: 'invitation-received', ...subject, data }, now)
}

async function findInvitee(tx: Db, { actor, team }: LockedTeam, username: string, now: Date) {
  const user = await selectInvitee(tx, username, now)
  if (!user) throw invalid({ username: 'There is no user with this name' })
  if (user.isTeam) throw invalid({ username: 'A team cannot be a member of a team' })
  if (user.id === actor.id) throw invalid({ username: 'You are a member of this team already' })
  if (!user.mayJoin) throw invalid({ username: 'This user cannot be invited' })
  if ((await selectTeamRole(tx, team.id, user.id)) !== null)
    throw conflict(`${user.username} is already a member of this team`)
  for (const earlier of await selectTeamInvitationsTo(tx, team.id, user.id, now)) {
    if (earlier.answer === null)
      throw conflict(`${user.username} has not answered an earlier invitation. Withdraw it first`)
    if (earlier.answer === 'declined')
      throw conflict(`${user.username} declined. You can ask again on ${dateText(earlier.expiresAt)}`)
  }
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
