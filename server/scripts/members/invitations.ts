import { memberLimits, type ScriptMembers } from '#contract/scripts/members.ts'
import type { CoAuthorRole } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { type ScriptRow, selectScriptForUpdate } from '#server/scripts/script-rows.queries.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import {
  selectInvitee,
  insertInvitation,
  removeExpiredInvitations,
  selectOpenInvitations,
  selectInvitationsTo,
  selectSentCount,
  removeExpiredTeamInvitations,
  selectInvitation,
  updateAnswer,
} from '#server/scripts/invitations.queries.ts'
import { assertRoomInTeam } from '#server/scripts/teams/teams.ts'
import { assertMayAsk, requireOpen } from '#server/scripts/invitations.rules.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { selectNamedUser } from '#server/scripts/authors.queries.ts'
import {
  assertOwnsCollection,
  invalidateCollection,
  lockAlsoHidden,
  recordCollection,
} from '#server/scripts/collections/change-collection.ts'
import { insertEditor, selectCollectionForUpdate } from '#server/scripts/collections/collections.queries.ts'
import { invalidateAuthor } from '#server/scripts/script-tags.ts'
import { selectTeamRole } from '#server/scripts/teams/teams.queries.ts'

import {
  assertOwner,
  hiddenScript,
  lockScript,
  readMembers,
  recordMemberActivity,
  changeOwner,
  emitMembersChange,
} from './members.ts'
import { insertMember } from './members.queries.ts'

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

type Invitation = NonNullable<Awaited<ReturnType<typeof selectInvitation>>>
/** `team`: the invitation is an offer to it, and the user one of its owners. */
type Locked = {
  actor: Actor
  script: ScriptRow
  invitation: Invitation
  team: { id: number; username: string } | undefined
}

export async function acceptInvitation(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    if (await answersEditor(write, id, 'accepted')) return
    const locked = await lockOwnInvitation(write, id)
    await updateAnswer(tx, id, 'accepted')
    await (locked.invitation.kind === 'transfer' ? takeOver(tx, locked, now) : join(tx, locked, now))
  })
}

export async function declineInvitation(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, now } = write
    if (await answersEditor(write, id, 'declined')) return
    const { actor, script, invitation } = await lockOwnInvitation(write, id)
    const { id: userId, username } = actor
    const { role, invitedBy } = invitation
    await updateAnswer(tx, id, 'declined')
    await recordMemberActivity(tx, actor, script, 'Invitation Declined', { userId, username })
    if (invitedBy !== null) {
      const subject = { actorId: userId, scriptId: script.id, userId: invitedBy }
      const data = { script: script.name, username, role }
      await emitEvent(tx, { kind: 'invitation-declined', ...subject, data }, now)
    }
  })
}

export async function withdrawInvitation(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    if (await answersEditor(write, id, 'withdrawn')) return
    const invitation = await selectInvitation(tx, id)
    if (!invitation || invitation.scriptId === null) throw notFound('Invitation not found')
    const script = await lockScript(write, invitation.scriptId)
    assertOwner(actor, script)
    requireOpen(await selectInvitation(tx, id), now)
    await updateAnswer(tx, id, 'withdrawn')
    const user = await selectNamedUser(tx, invitation.userId)
    const member = { userId: invitation.userId, username: user?.username ?? '' }
    await recordMemberActivity(tx, actor, script, 'Invitation Withdrawn', member)
  })
}

/** For everyone else it does not exist. The script may be hidden from the user until they accept. */
async function lockOwnInvitation(write: Write, id: number): Promise<Locked> {
  const { db: tx, actor, now } = write
  const invitation = await selectInvitation(tx, id)
  const isOwn = invitation?.userId === actor.id
  const isOfTeam = invitation && !isOwn && (await selectTeamRole(tx, invitation.userId, actor.id)) === 'owner'
  const script =
    invitation && invitation.scriptId !== null && (isOwn || isOfTeam)
      ? await selectScriptForUpdate(tx, invitation.scriptId)
      : undefined
  if (!script) throw notFound('Invitation not found')
  const team = isOfTeam ? await selectNamedUser(tx, invitation.userId) : undefined
  return { actor, script, team, invitation: requireOpen(await selectInvitation(tx, id), now) }
}

async function join(tx: Db, { actor, script, invitation }: Locked, now: Date): Promise<void> {
  const { id: userId, username } = actor
  const role = invitation.role ?? 'contributor'
  await insertMember(tx, { scriptId: script.id, userId, role, since: now })
  invalidateAuthor(tx, userId)
  await recordMemberActivity(tx, actor, script, 'Member Joined', { userId, username, role })
  await emitMembersChange(tx, actor, script, { username, change: 'joined', role }, now)
}

/** The former owner stays as a maintainer, unless it is a team, or the team gives the owner a role. */
async function takeOver(tx: Db, { actor, script, team }: Locked, now: Date): Promise<void> {
  if (script.publication === 'removed') throw hiddenScript()
  if (team) await assertRoomInTeam(tx, team.id)
  await changeOwner(tx, script, team ?? actor, now, actor)
  const { id: scriptId, userId } = script
  const wasTeam = script.members.some(({ isOfTeam }) => isOfTeam)
  const hasRole = team && (await selectTeamRole(tx, team.id, userId)) !== null
  if (!wasTeam && !hasRole) await insertMember(tx, { scriptId, userId, role: 'maintainer', since: now })
}

/** Runs daily. */
export async function purgeInvitations({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await removeExpiredInvitations(db, clock.now())
  await removeExpiredTeamInvitations(db, clock.now())
}

const actions = {
  accepted: 'Editor Joined',
  declined: 'Editor Invitation Declined',
  withdrawn: 'Editor Invitation Withdrawn',
} as const

/** False for an invitation that is not to a collection. */
async function answersEditor(write: Write, id: number, answer: keyof typeof actions): Promise<boolean> {
  const { db: tx, actor, now } = write
  const invitation = await selectInvitation(tx, id)
  if (!invitation || invitation.collectionId === null) return false
  const { userId, collectionId, invitedBy } = invitation
  const lock = answer === 'withdrawn' ? lockAsOwner : lockAsInvited
  const { title, userId: ownerId } = await lock(write, { userId, collectionId })
  requireOpen(await selectInvitation(tx, id), now)
  await updateAnswer(tx, id, answer)
  await recordCollection(tx, actor, collectionId, actions[answer], { userId })
  const data = { script: title, username: actor.username, role: null, collectionId }
  const actorId = actor.id
  if (answer === 'declined' && invitedBy !== null)
    await emitEvent(tx, { kind: 'invitation-declined', actorId, userId: invitedBy, data }, now)
  if (answer !== 'accepted') return true
  await insertEditor(tx, { collectionId, userId, since: now })
  invalidateCollection(tx, collectionId)
  const change = { ...data, by: actor.username, change: 'joined' as const }
  await emitEvent(tx, { kind: 'members-changed', actorId, userId: ownerId, data: change }, now)
  return true
}

type Invited = { userId: number; collectionId: number }

/** The collection may be private. For everyone else the invitation does not exist. */
async function lockAsInvited({ db: tx, actor }: Write, { userId, collectionId }: Invited) {
  const collection = actor.id === userId ? await selectCollectionForUpdate(tx, collectionId) : undefined
  if (!collection) throw notFound('Invitation not found')
  return collection
}

async function lockAsOwner(write: Write, { collectionId }: Invited) {
  const collection = await lockAlsoHidden(write, collectionId)
  assertOwnsCollection(write.actor, collection)
  return collection
}
