import { z } from 'zod/mini'

import type { Invitations, ScriptMembers } from '#contract/scripts/members.ts'
import type { CoAuthorRole } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, inTransaction, invalidate } from '#platform/database/database.ts'
import { forbidden, notFound, conflict } from '#platform/errors.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.ts'
import { avatarUrl } from '#server/access/access.public.ts'
import { withTransaction, type Write, handOverScriptsJob } from '#server/accounts/accounts.public.ts'
import {
  emitEvent,
  type memberActions,
  onScript,
  recordActivity,
  type MemberChangeKind,
} from '#server/records/records.public.ts'
import { selectNamedUser } from '#server/scripts/authors.queries.ts'
import { invitationTimes } from '#server/scripts/invitations.rules.ts'
import { moveCountsOfAuthor } from '#server/scripts/script-counts.queries.ts'
import { findOwnership } from '#server/scripts/script-detail.queries.ts'
import { type ScriptRow, selectScriptForUpdate } from '#server/scripts/script-rows.queries.ts'
import {
  invalidateAuthor,
  invalidateScript,
  scriptsOfTag,
  cardTag,
  scriptTag,
} from '#server/scripts/script-tags.ts'
import { mayManageVersions, maySeeScript, roleIn } from '#server/scripts/scripts.rules.ts'
import { reindexScriptsJob } from '#server/scripts/write-attributes.ts'

import {
  selectMembersWithNames,
  removeMemberRow,
  updateRole,
  selectMaintainedScripts,
  updateExemptions,
  updateOwner,
} from './members.queries.ts'
import { selectInvitationsOf, selectOpenInvitations } from '#server/scripts/invitations.queries.ts'

export async function readMembers(db: Db, actor: Actor, id: number, now: Date): Promise<ScriptMembers> {
  const script = await findOwnership(db, actor, id)
  if (!mayManageVersions(actor, script)) throw forbidden('Only the authors can see the members of a script')
  const owner = await selectNamedUser(db, script.userId)
  const members = await selectMembersWithNames(db, id)
  const invitations = await selectOpenInvitations(db, { scriptId: id }, now)
  return {
    script: { id, name: script.name },
    role: roleIn(actor, script),
    members: [
      ...(owner ? [{ ...owner, avatar: avatarUrl(owner.avatar), role: 'owner' as const, since: null }] : []),
      ...members.map(({ avatar, since, ...member }) => ({
        ...member,
        avatar: avatarUrl(avatar),
        since: since.toISOString(),
      })),
    ],
    invitations: invitations.map((row) => ({ ...row, ...invitationTimes(row) })),
  }
}

export async function readInvitations(db: Db, actor: Actor, now: Date): Promise<Invitations> {
  const invitations = await selectInvitationsOf(db, actor.id, now)
  return {
    invitations: invitations.map(({ user, ...row }) => ({
      ...row,
      team: user.id === actor.id ? null : user,
      ...invitationTimes(row),
    })),
  }
}

type Ids = { id: number; userId: number }

export async function changeRole(
  app: App,
  sender: Actor,
  { id, userId }: Ids,
  role: CoAuthorRole,
): Promise<ScriptMembers> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const script = await lockScript(write, id)
    assertOwner(actor, script)
    if (userId === script.userId) throw conflict('The owner has no other role. Transfer the script first')
    const member = await requireMember(tx, script, userId)
    if (member.role !== role) {
      await updateRole(tx, id, userId, role)
      await recordMemberActivity(tx, actor, script, 'Member Role Changed', { ...member, role })
      await emitMembersChange(tx, actor, script, { username: member.username, change: 'role', role }, now)
    }
    return readMembers(tx, actor, id, now)
  })
}

/** Rights end with this transaction: every other write of the member checks them after this one released the script. */
export async function removeMember(app: App, sender: Actor, { id, userId }: Ids): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const script = await lockScript(write, id)
    const isSelf = userId === actor.id
    if (!isSelf) assertOwner(actor, script)
    else if (roleIn(actor, script) === null) throw forbidden('You are not a member of this script')
    if (userId === script.userId)
      throw conflict('You own this script. Transfer it to another user before you leave')
    const member = await requireMember(tx, script, userId)
    await removeMemberRow(tx, id, userId)
    invalidateAuthor(tx, userId)
    await recordMemberActivity(tx, actor, script, isSelf ? 'Member Left' : 'Member Removed', member)
    const change = isSelf ? ('left' as const) : ('removed' as const)
    await emitMembersChange(tx, actor, script, { username: member.username, change }, now)
    if (!isSelf) {
      const subject = { actorId: actor.id, scriptId: id, userId }
      const { username } = member
      const data = { script: script.name, username, by: actor.username, change, role: null, isOwn: true }
      await emitEvent(tx, { kind: 'members-changed', ...subject, data }, now)
    }
  })
}

async function requireMember(tx: Db, { members }: ScriptRow, userId: number) {
  const member = members.find((each) => each.userId === userId && !each.isOfTeam)
  if (!member) throw notFound('Member not found')
  return { ...member, username: (await selectNamedUser(tx, userId))?.username ?? '' }
}

/**
 * The script is locked until the transaction ends, so that the membership changes before or after every other write of its
 * authors.
 */
export async function lockScript(
  { db: tx, actor }: Pick<Write, 'db' | 'actor'>,
  id: number,
): Promise<ScriptRow> {
  const script = await selectScriptForUpdate(tx, id)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return script
}

export function assertOwner(actor: Actor, script: ScriptRow): void {
  if (roleIn(actor, script) !== 'owner') throw forbidden('Only the owner of a script can manage its members')
}

/** What a moderator decided stays with the user whom it concerns. */
export const hiddenScript = () => conflict('A hidden script cannot be transferred')

type User = { id: number; username: string }

/** Of a locked script. Its counts, search document and lists are those of the new owner then. */
export async function changeOwner(
  tx: Db,
  script: ScriptRow,
  to: User,
  now: Date,
  by: { id: number | null; username: string } = to,
): Promise<void> {
  const { id: scriptId, userId: from } = script
  await removeMemberRow(tx, scriptId, to.id)
  await updateOwner(tx, scriptId, { from, to: to.id })
  await updateExemptions(tx, scriptId, { from, to: to.id })
  if (script.publication === 'published') await moveCountsOfAuthor(tx, script, to.id)
  await enqueueJob(tx, reindexScriptsJob, { ids: [scriptId] })
  const former = await selectNamedUser(tx, from)
  const member = { userId: from, username: former?.username ?? '' }
  const newOwner = { id: by.id, username: to.username }
  await recordMemberActivity(tx, newOwner, script, 'Script Transferred', member)
  const change = { username: to.username, change: 'owner' as const }
  await emitMembersChange(tx, by, { ...script, userId: to.id }, change, now)
  invalidateScript(tx, script)
  invalidate(tx, scriptsOfTag(to.id))
}

const Payload = z.object({ userId: z.int() })

/** The scripts of a deleted account are owned by the maintainer who has been one for the longest time. */
export const handOverScripts: Job = {
  name: handOverScriptsJob,
  async run({ db, clock }, payload) {
    const { userId } = Payload.parse(payload)
    for (const id of await selectMaintainedScripts(db, userId))
      await inTransaction(db, async (tx) => {
        const script = await selectScriptForUpdate(tx, id)
        const first = script?.members.find(({ role }) => role === 'maintainer')
        const heir = first && (await selectNamedUser(tx, first.userId))
        if (!script || script.userId !== userId || !heir) return
        const by = { id: null, username: heir.username }
        await changeOwner(tx, script, heir, clock.now(), by)
      })
  },
}

type Action = (typeof memberActions)[number]

const texts: Record<Action, (by: string, name: string, script: string) => string> = {
  'Member Invited': (by, name, script) => `${by} invited ${name} to ${script}`,
  'Script Offered': (by, name, script) => `${by} offered ${script} to ${name}`,
  'Invitation Withdrawn': (by, name, script) => `${by} withdrew the invitation of ${name} to ${script}`,
  'Invitation Declined': (by, _name, script) => `${by} declined an invitation to ${script}`,
  'Member Joined': (by, _name, script) => `${by} joined ${script}`,
  'Member Left': (by, _name, script) => `${by} left ${script}`,
  'Member Removed': (by, name, script) => `${by} removed ${name} from ${script}`,
  'Member Role Changed': (by, name, script) => `${by} changed the role of ${name} in ${script}`,
  'Script Transferred': (by, name, script) => `${by} took over ${script} from ${name}`,
}

type Member = { userId: number; username: string; role?: string }

/** In the history of the script. */
export async function recordMemberActivity(
  tx: Db,
  { id: userId, username: by }: { id: number | null; username: string },
  script: ScriptRow,
  action: Action,
  member: Member,
): Promise<void> {
  await recordActivity(tx, {
    ...onScript(userId, script.id),
    action,
    description: texts[action](by, member.username, script.name),
    status: 'info',
    metadata: member,
  })
}

type Changed = { username: string; change: MemberChangeKind; role?: CoAuthorRole | undefined }

/** For every author except the user who did it. Responses that show the authors change, too. */
export async function emitMembersChange(
  tx: Db,
  actor: { id: number | null; username: string },
  { id: scriptId, userId, name: script }: ScriptRow,
  { username, change, role }: Changed,
  now: Date,
): Promise<void> {
  invalidate(tx, scriptTag(scriptId), cardTag(scriptId))
  const data = { script, username, by: actor.username, change, role: role ?? null }
  await emitEvent(tx, { kind: 'members-changed', actorId: actor.id, scriptId, userId, data }, now)
}
