import { denialReason, maySetAdminFlag } from '#contract/access/authority.ts'
import type {
  AdminUser,
  UserChange,
  MembershipChange,
  UserMembership,
} from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { assertNotStale } from '#platform/assert-not-stale.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { HttpError, forbidden, notFound } from '#platform/errors.ts'
import {
  lockPrincipals,
  type NamedPrincipal,
  emailKey,
  isReservedName,
  assertUnique,
  withUniqueErrors,
  selectTaken,
  selectUserForUpdate,
  updateUser,
  usernameKey,
  changeMembership,
  selectMembershipsOf,
  invalidateUser,
  onRenamed,
} from '#server/access/access.public.ts'
import {
  endSessionsOf,
  mailConfirmation,
  clearTwoFactor,
  mailUser,
  revokeTokens,
  turnedOffByAdminTexts,
  turnedOnByAdminTexts,
} from '#server/accounts/accounts.public.ts'
import {
  actOver,
  recordActivity,
  emitAccountChange,
  type StaffChange,
} from '#server/records/records.public.ts'
import { emailChangedByAdminTexts } from '#server/moderation/moderation.texts.ts'

import { readAdminUser } from './read-users.ts'
import {
  changedFields,
  columnsOf,
  fieldsOf,
  forbiddenFields,
  mayReadNotes,
  pick,
  type AllFields,
  type EditableUser,
} from './user-admin.rules.ts'
import { removeSuspension } from './suspensions.queries.ts'

/** Fields that equal the current value stay unchanged and need no permission. */
export async function editUser(
  app: App,
  actor: Actor,
  id: number,
  change: UserChange,
): Promise<{ user: AdminUser }> {
  await withUniqueErrors(() => inTransaction(app.db, (tx) => applyChange(tx, app, { actor, id }, change)))
  return { user: await readAdminUser(app, actor, id) }
}

async function applyChange(
  tx: Db,
  app: App,
  { actor, id }: { actor: Pick<Actor, 'id'>; id: number },
  { expected, ...sent }: UserChange,
): Promise<void> {
  const ids = { actorId: actor.id, targetId: id }
  const { actor: principal, target } = await lockPrincipals(tx, ids, app.clock.now())
  const user = await selectUserForUpdate(tx, id)
  if (!user) throw notFound('User not found')
  const current = visibleFields(user, principal)
  const fields = changedFields(current, sent)
  const denied = denialReason(principal, target, fields.includes('status') ? 'modify status' : 'modify user')
  if (denied !== undefined) throw forbidden(denied)
  const withoutPermission = forbiddenFields(fields, principal.permissions)
  if (withoutPermission.length > 0)
    throw new HttpError('forbidden', 'Access Denied', {
      fields: Object.fromEntries(
        withoutPermission.map((field) => [field, 'You need permission to change this']),
      ),
    })
  assertNotStale(current, sent, expected)
  if (fields.length === 0) return

  const columns = columnsOf({ ...fieldsOf(user), ...pick(sent, fields) })
  // A new email address is not verified, unless the request sets `email_verified`.
  const isNewEmail = emailKey(columns.email) !== emailKey(user.email)
  if (isNewEmail && sent.email_verified === undefined) columns.emailVerified = false
  const after = { ...columns, id }
  await assertNamesAvailable(tx, app, principal, { before: user, after })
  const keys = { usernameKey: usernameKey(after.username), emailKey: emailKey(after.email) }
  await updateUser(tx, id, { ...columns, ...keys })
  await onUserChanged(tx, app, principal, { before: user, after, fields })
}

/** The values that the actor's form contains, so that sending them back changes nothing. */
function visibleFields(user: EditableUser, { permissions }: NamedPrincipal): AllFields {
  const fields = fieldsOf(user)
  return {
    ...fields,
    email: emailKey(user.email),
    notes: mayReadNotes(permissions) ? fields.notes : null,
  }
}

/** Only owners and users with the admin flag may assign a reserved username. */
async function assertNamesAvailable(
  tx: Db,
  { settings }: Pick<App, 'settings'>,
  principal: NamedPrincipal,
  { before, after }: { before: EditableUser; after: EditableUser },
): Promise<void> {
  const keys = { usernameKey: usernameKey(after.username), emailKey: emailKey(after.email) }
  const isRenamed = keys.usernameKey !== usernameKey(before.username)
  const hasAllPermissions = principal.isOwner || principal.isAdmin
  if (isRenamed && !hasAllPermissions && isReservedName(after.username, settings.siteName))
    assertUnique({ username: true, email: false })
  assertUnique(await selectTaken(tx, keys, before.id))
}

export async function editGroupsOfUser(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  userId: number,
  { group_id: groupId, action }: MembershipChange,
): Promise<{ groups: UserMembership[] }> {
  await changeMembership(app, actor, { userId, groupId, action })
  return { groups: await selectMembershipsOf(app.db, userId) }
}

/** A repeat changes nothing and is not recorded. */
export async function setAdminFlag(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  isAdmin: boolean,
): Promise<{ user: AdminUser }> {
  await inTransaction(app.db, async (tx) => {
    const ids = { actorId: actor.id, targetId: id }
    const { actor: principal, target } = await lockPrincipals(tx, ids, app.clock.now())
    if (!principal.isOwner && !principal.isAdmin) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'modify admin flag')
    if (denied !== undefined) throw forbidden(denied)
    if (!maySetAdminFlag(principal, target, isAdmin)) throw forbidden('Access Denied')
    if (target.isAdmin === isAdmin) return

    await updateUser(tx, id, { isAdmin })
    // Administrators have shorter sessions, so a new sign-in is needed.
    await endSessionsOf(tx, id)
    await recordActivity(tx, {
      ...actOver(principal, target),
      action: isAdmin ? 'Admin Promoted' : 'Admin Demoted',
      description: isAdmin
        ? `${principal.username} made ${target.username} an administrator`
        : `${principal.username} took the admin flag from ${target.username}`,
      status: 'warning',
      metadata: { old: { isAdmin: !isAdmin }, new: { isAdmin } },
    })
    invalidateUser(tx, id)
    const what = isAdmin ? 'You are an administrator now' : 'You are no longer an administrator'
    await emitAccountChange(tx, ids, [{ what }], app.clock.now())
  })
  return { user: await readAdminUser(app, actor, id) }
}

type Change = { before: EditableUser; after: EditableUser; fields: readonly string[] }

/** The consequences of an edit, in the same transaction. */
async function onUserChanged(tx: Db, app: App, actor: NamedPrincipal, change: Change): Promise<void> {
  const { before, after, fields } = change
  const isNewEmail = emailKey(after.email) !== emailKey(before.email)
  const isNewTwoFactor = after.twoFactorEnabled !== before.twoFactorEnabled
  if (isNewEmail) await onEmailChanged(tx, app, { before, after })
  if (isNewTwoFactor) await onTwoFactorChanged(tx, app, actor, after)
  if (after.status !== before.status) await removeSuspension(tx, after.id)
  if (isNewEmail || isNewTwoFactor) await endSessionsOf(tx, after.id)
  await recordActivity(tx, {
    ...actOver(actor, after),
    action: 'User Updated',
    description: `${actor.username} changed the account of ${after.username}`,
    status: 'success',
    metadata: {
      changed: fields,
      ...(after.status !== before.status && { from: before.status, to: after.status }),
      ...changedValues(before, after),
    },
  })
  const ids = { actorId: actor.id, targetId: after.id }
  await emitAccountChange(tx, ids, changesOf(before, after), app.clock.now())
  if (after.username === before.username) invalidateUser(tx, after.id)
  else await onRenamed(tx, after.id)
}

/** The old and new values, without those that only holders of other permissions may read: email, phone and notes. */
function changedValues(before: EditableUser, after: EditableUser): { old?: object; new?: object } {
  const logged = ['username', 'emailVerified', 'twoFactorEnabled', 'status'] as const
  const changed = logged.filter((key) => before[key] !== after[key])
  const valuesOf = (user: EditableUser) => Object.fromEntries(changed.map((key) => [key, user[key]]))
  return changed.length === 0 ? {} : { old: valuesOf(before), new: valuesOf(after) }
}

/** For the user. Two-factor authentication has a message of its own, and the notes are for the staff. */
function changesOf(before: EditableUser, after: EditableUser): StaffChange[] {
  const values: [what: string, old: string, now: string][] = [
    ['Username', before.username, after.username],
    ['Email address', before.email, after.email],
    ['Phone number', before.phoneNumber ?? '', after.phoneNumber ?? ''],
    ['Status', statusText(before), statusText(after)],
    ['Email address confirmed', yesNo(before.emailVerified), yesNo(after.emailVerified)],
  ]
  return values.flatMap(([what, old, now]) => (old === now ? [] : [{ what, old, new: now }]))
}

const statusText = ({ status }: EditableUser) => status.replace('_', ' ')
const yesNo = (value: boolean) => (value ? 'yes' : 'no')

/** Revokes the links that were sent to the old address and notifies that address. */
async function onEmailChanged(
  tx: Db,
  app: App,
  { before, after }: Pick<Change, 'before' | 'after'>,
): Promise<void> {
  await revokeTokens(tx, after.id, ['reset', 'confirm_email', 'sign_in'], app.clock.now())
  if (!after.emailVerified) await mailConfirmation(tx, app, after)
  await mailUser(tx, app, before, emailChangedByAdminTexts)
}

/**
 * Off removes the secret of a lost phone. On only requires it: the user sets up the secret at the next sign-in
 * (docs/decisions/0011).
 */
async function onTwoFactorChanged(
  tx: Db,
  app: App,
  actor: NamedPrincipal,
  after: EditableUser,
): Promise<void> {
  const isOn = after.twoFactorEnabled
  await clearTwoFactor(tx, after.id, app.clock.now())
  await mailUser(tx, app, after, isOn ? turnedOnByAdminTexts : turnedOffByAdminTexts)
  await recordActivity(tx, {
    ...actOver(actor, after),
    action: isOn ? 'Two-Factor Required' : 'Two-Factor Disabled',
    description: isOn
      ? `${actor.username} turned two-factor authentication on for ${after.username}`
      : `${actor.username} turned two-factor authentication off for ${after.username}`,
    status: 'warning',
  })
}
