import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { type NamedPrincipal, invalidateUser, onRenamed, emailKey } from '#server/access/access.public.ts'
import {
  mailConfirmation,
  endSessionsOf,
  clearTwoFactor,
  mailUser,
  revokeTokens,
  turnedOffByAdminTexts,
  turnedOnByAdminTexts,
} from '#server/accounts/accounts.public.ts'
import { emailChangedByAdminTexts } from '#server/moderation/moderation.texts.ts'
import { removeSuspension } from './suspensions.queries.ts'
import {
  actOver,
  recordActivity,
  emitAccountChange,
  type StaffChange,
} from '#server/records/records.public.ts'

import type { EditableUser } from './user-admin.rules.ts'

type Change = { before: EditableUser; after: EditableUser; fields: readonly string[] }

/** The consequences of an edit, in the same transaction. */
export async function onUserChanged(tx: Db, app: App, actor: NamedPrincipal, change: Change): Promise<void> {
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
  const pick = (user: EditableUser) => Object.fromEntries(changed.map((key) => [key, user[key]]))
  return changed.length === 0 ? {} : { old: pick(before), new: pick(after) }
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
