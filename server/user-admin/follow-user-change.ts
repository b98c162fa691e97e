import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { writeLetter } from '#platform/mail-letter.ts'
import { sendMail } from '#platform/mail.ts'
import { mailConfirmation } from '#server/account/account.public.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import type { NamedStanding } from '#server/groups/groups.public.ts'
import { endSessionsOf } from '#server/sessions/sessions.public.ts'
import {
  forgetTwoFactor,
  mailTurnedOffByAdmin,
  mailTurnedOnByAdmin,
} from '#server/two-factor/two-factor.public.ts'
import { announceRename, announceUser, emailKey, endCodes } from '#server/users/users.public.ts'

import type { EditableUser } from './user-admin.rules.ts'

type Change = { before: EditableUser; after: EditableUser; fields: readonly string[] }

/** Everything that an edit of somebody's record brings with it, in its transaction. */
export async function followUserChange(
  tx: Db,
  hub: Hub,
  actor: NamedStanding,
  change: Change,
): Promise<void> {
  const { before, after, fields } = change
  const isNewAddress = emailKey(after.email) !== emailKey(before.email)
  const isNewTwoFactor = after.twoFactorEnabled !== before.twoFactorEnabled
  if (isNewAddress) await followAddress(tx, hub, { before, after })
  if (isNewTwoFactor) await followTwoFactor(tx, hub, actor, after)
  // Whoever signed in by what was changed signs in again by what is right now.
  if (isNewAddress || isNewTwoFactor) await endSessionsOf(tx, after.id)
  await recordActivity(tx, {
    type: 'user',
    action: 'User Updated',
    description: `${actor.username} changed the account of ${after.username}`,
    status: 'success',
    userId: actor.id,
    targetId: after.id,
    targetType: 'user',
    metadata: {
      changed: fields,
      ...(after.status !== before.status && { from: before.status, to: after.status }),
    },
  })
  if (after.username === before.username) announceUser(tx, after.id)
  else announceRename(tx, after.id)
}

/** Links that were mailed to the former address open the account no more, and its holder is told. */
async function followAddress(
  tx: Db,
  hub: Hub,
  { before, after }: Pick<Change, 'before' | 'after'>,
): Promise<void> {
  const { siteName } = hub.config
  await endCodes(tx, after.id, ['reset', 'confirm_email', 'sign_in'], hub.clock.now())
  if (!after.emailVerified) await mailConfirmation(tx, hub, after)
  const letter = writeLetter(siteName, {
    to: before.email,
    subject: 'Your email address was changed',
    greets: before.username,
    paragraphs: [
      `An administrator changed the email address of your account at ${siteName}. Mails no longer go to this address.`,
    ],
    note: 'If you did not ask for it, reply to the team of the site.',
  })
  await sendMail(tx, letter)
}

/**
 * Off for somebody who lost their phone: nothing of the former secret is left. On for somebody who has to have it:
 * only they can hold the secret, so the next sign-in makes it with them (docs/decisions/0011).
 */
async function followTwoFactor(tx: Db, hub: Hub, actor: NamedStanding, after: EditableUser): Promise<void> {
  const isOn = after.twoFactorEnabled
  await forgetTwoFactor(tx, after.id, hub.clock.now())
  if (isOn) await mailTurnedOnByAdmin(tx, hub, after)
  else await mailTurnedOffByAdmin(tx, hub, after)
  await recordActivity(tx, {
    type: 'user',
    action: isOn ? 'Two-Factor Required' : 'Two-Factor Disabled',
    description: isOn
      ? `${actor.username} turned two-factor authentication on for ${after.username}`
      : `${actor.username} turned two-factor authentication off for ${after.username}`,
    status: 'warning',
    userId: actor.id,
    targetId: after.id,
    targetType: 'user',
  })
}
