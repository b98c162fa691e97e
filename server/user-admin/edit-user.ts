import { actRefusal } from '#contract/authority.ts'
import type { AdminUser, UserChange } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { Failure, forbidden, invalid, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { lockStandings, type NamedStanding } from '#server/groups/groups.public.ts'
import {
  emailKey,
  isReservedName,
  refuseTaken,
  refusingTaken,
  selectTaken,
  selectUserForUpdate,
  updateUser,
  usernameKey,
} from '#server/users/users.public.ts'

import { followUserChange } from './follow-user-change.ts'
import { readShownUser } from './read-user.ts'
import {
  changedFields,
  columnsOf,
  fieldsOf,
  forbiddenFields,
  mayReadNotes,
  messagesFor,
  pick,
  staleFields,
  type AllFields,
  type EditableUser,
} from './user-admin.rules.ts'

/** Only what is sent changes; what is sent as it already is changes nothing and needs no permission. */
export async function editUser(
  hub: Hub,
  actor: Actor,
  id: number,
  change: UserChange,
): Promise<{ user: AdminUser }> {
  await refusingTaken(() => inTransaction(hub.db, (tx) => applyChange(tx, hub, { actor, id }, change)))
  return { user: await readShownUser(hub, actor, id) }
}

async function applyChange(
  tx: Db,
  hub: Hub,
  { actor, id }: { actor: Pick<Actor, 'id'>; id: number },
  { expected, ...sent }: UserChange,
): Promise<void> {
  const who = { actorId: actor.id, targetId: id }
  const { actor: own, target } = await lockStandings(tx, who, hub.clock.now())
  const user = await selectUserForUpdate(tx, id)
  if (!user) throw notFound('User not found')
  const current = fieldsShown(user, own)
  const fields = changedFields(current, sent)
  const refusal = actRefusal(own, target, fields.includes('status') ? 'modify status' : 'modify user')
  if (refusal !== undefined) throw forbidden(refusal)
  const lacking = forbiddenFields(fields, own.permissions)
  if (lacking.length > 0)
    throw new Failure('forbidden', 'Access Denied', {
      fields: messagesFor(lacking, 'You need permission to change this'),
    })
  const stale = staleFields(fields, current, expected)
  if (stale.length > 0)
    throw invalid(messagesFor(stale, 'Somebody else has changed this in the meantime'), 'conflict')
  if (fields.length === 0) return

  const columns = columnsOf({ ...fieldsOf(user), ...pick(sent, fields) })
  // A new address is unproven, unless whoever sets it vouches for it.
  const isNewAddress = emailKey(columns.email) !== emailKey(user.email)
  if (isNewAddress && sent.email_verified === undefined) columns.emailVerified = false
  const after = { ...columns, id }
  await requireFreeNames(tx, hub, own, { before: user, after })
  const keys = { usernameKey: usernameKey(after.username), emailKey: emailKey(after.email) }
  await updateUser(tx, id, { ...columns, ...keys })
  await followUserChange(tx, hub, own, { before: user, after, fields })
}

/** As the actor sees them, so that a form which sends back what it shows changes nothing. */
function fieldsShown(user: EditableUser, { permissions }: NamedStanding): AllFields {
  const fields = fieldsOf(user)
  return {
    ...fields,
    email: emailKey(user.email),
    notes: mayReadNotes(permissions) ? fields.notes : null,
  }
}

/** A name that would seem to speak for the site is given at the top only. */
async function requireFreeNames(
  tx: Db,
  { config }: Pick<Hub, 'config'>,
  own: NamedStanding,
  { before, after }: { before: EditableUser; after: EditableUser },
): Promise<void> {
  const keys = { usernameKey: usernameKey(after.username), emailKey: emailKey(after.email) }
  const isRenamed = keys.usernameKey !== usernameKey(before.username)
  const isAtTop = own.isOwner || own.isAdmin
  if (isRenamed && !isAtTop && isReservedName(after.username, config.siteName))
    refuseTaken({ username: true, email: false })
  refuseTaken(await selectTaken(tx, keys, before.id))
}
