import type { ScriptMembers } from '#contract/scripts/script-members.ts'
import type { CoAuthorRole } from '#contract/scripts/script-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { type ScriptRow, selectScriptForUpdate } from '#server/scripts/script-rows.queries.ts'
import { invalidateAuthor } from '#server/scripts/script-tags.ts'
import { roleIn, maySeeScript } from '#server/scripts/scripts.rules.ts'
import { selectNamedUser } from '#server/scripts/named-users.queries.ts'
import { emitMembersChange, recordMemberActivity } from './record-member-activity.ts'
import { removeMemberRow, updateRole } from './members.queries.ts'
import { readMembers } from './read-members.ts'

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
export async function removeMember(app: App, sender: Actor, { id, userId }: Ids): Promise<{ success: true }> {
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
      const subject = { actorId: actor.id, scriptId: id, versionId: null, userId }
      const { username } = member
      const data = { script: script.name, username, by: actor.username, change, role: null, isOwn: true }
      await emitEvent(tx, { kind: 'members-changed', ...subject, data }, now)
    }
    return { success: true }
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
  if (roleIn(actor, script) !== 'owner') throw forbidden('Only the owner of a script manages its members')
}

/** What a moderator decided stays with the user whom it concerns. */
export const hiddenScript = () => conflict('A hidden script cannot be transferred')
