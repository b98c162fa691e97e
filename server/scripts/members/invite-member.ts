import { memberLimits, type ScriptMembers } from '#contract/scripts/members.ts'
import type { CoAuthorRole } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import {
  selectInvitee,
  insertInvitation,
  removeExpiredInvitations,
  selectOpenInvitations,
  selectInvitationsTo,
  selectSentCount,
} from '#server/scripts/invitations.queries.ts'
import { assertOwner, hiddenScript, lockScript, readMembers, recordMemberActivity } from './members.ts'
import { assertRoomInTeam } from '#server/scripts/teams/lock-team.ts'
import { assertMayAsk } from '#server/scripts/invitations.rules.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

/** Without a role the script itself is offered. */
type Draft = { username: string; role?: CoAuthorRole | undefined }

/** Nothing changes before the user accepts. */
export async function inviteMember(
  app: App,
  sender: Actor,
  scriptId: number,
  { username, role }: Draft,
): Promise<ScriptMembers> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const script = await lockScript(write, scriptId)
    assertOwner(actor, script)
    if (role === undefined && script.publication === 'removed') throw hiddenScript()
    await removeExpiredInvitations(tx, now, { scriptId })
    const user = await findInvitee(tx, script, { username, role }, now)
    const kind = role === undefined ? 'transfer' : 'member'
    await assertBelowLimits(tx, actor, script, kind, now)
    const invited = { scriptId, userId: user.id, invitedBy: actor.id }
    const expiresAt = after(now, memberLimits.invitationDays * day)
    await insertInvitation(tx, { ...invited, kind, role: role ?? null, createdAt: now, expiresAt })
    await recordMemberActivity(tx, actor, script, role === undefined ? 'Script Offered' : 'Member Invited', {
      userId: user.id,
      username: user.username,
      ...(role !== undefined && { role }),
    })
    const subject = { actorId: actor.id, scriptId, userId: user.id }
    const data = {
      script: script.name,
      by: actor.username,
      role: role ?? null,
      ...(user.isTeam && { toTeam: user.username }),
    }
    await emitEvent(tx, { kind: 'invitation-received', ...subject, data }, now)
    return readMembers(tx, actor, scriptId, now)
  })
}

async function findInvitee(tx: Db, script: ScriptRow, { username, role }: Draft, now: Date) {
  const user = await selectInvitee(tx, username, now)
  if (!user) throw invalid({ username: 'There is no user with this name' })
  if (user.isTeam && role !== undefined)
    throw invalid({ username: 'A team cannot be a co-author. Offer it the script' })
  if (user.id === script.userId)
    throw invalid({ username: `${user.isTeam ? 'The team owns' : 'You own'} this script already` })
  if (user.isTeam) await assertRoomInTeam(tx, user.id)
  if (!user.mayJoin) throw invalid({ username: 'This user cannot be invited' })
  if (role !== undefined && isAuthor(user, script))
    throw conflict(`${user.username} is already a member of this script`)
  const kind = role === undefined ? 'transfer' : 'member'
  const earlier = await selectInvitationsTo(tx, { scriptId: script.id }, user.id, now)
  // Who declined an invitation can be offered the script.
  assertMayAsk(
    user,
    earlier.filter((invitation) => invitation.answer === null || invitation.kind === kind),
  )
  return user
}

async function assertBelowLimits(
  tx: Db,
  actor: Actor,
  script: ScriptRow,
  kind: 'member' | 'transfer',
  now: Date,
): Promise<void> {
  const { membersMax } = memberLimits
  const open = await selectOpenInvitations(tx, { scriptId: script.id }, now)
  const offer = open.find((invitation) => invitation.kind === 'transfer')
  if (kind === 'transfer' && offer)
    throw conflict(`This script is already offered to ${offer.user.username}. Withdraw that offer first`)
  const coAuthors = script.members.filter(({ isOfTeam }) => !isOfTeam)
  if (kind === 'member' && coAuthors.length + open.length >= membersMax)
    throw conflict(`A script can have ${membersMax} members and open invitations at most`)
  await assertMaySend(tx, actor, now)
}

export async function assertMaySend(tx: Db, { id }: { id: number }, now: Date): Promise<void> {
  const { sentMax, invitationDays } = memberLimits
  // The lock makes the count exact, also for invitations to several scripts at once.
  await selectUserForUpdate(tx, id)
  if ((await selectSentCount(tx, id, now)) >= sentMax)
    throw conflict(`You can send ${sentMax} invitations in ${invitationDays} days at most`)
}
