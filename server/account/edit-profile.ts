import type { ProfileChange } from '#contract/account.ts'
import type { CurrentUser } from '#contract/accounts.ts'
import type { Actor } from '#platform/actor.ts'
import { after, minute } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { invalid, signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { readSignedInAt } from '#server/sessions/sessions.public.ts'
import {
  announceRename,
  announceUser,
  emailKey,
  endCodes,
  isReservedName,
  refuseTaken,
  refusingTaken,
  selectTaken,
  selectUserForUpdate,
  updateUser,
  usernameKey,
} from '#server/users/users.public.ts'

import { mailConfirmation } from './mail-confirmation.ts'
import { mailAddressChanged } from './mail-notices.ts'
import { readOwnProfile } from './read-own-profile.ts'
import { requirePassword, wrongPassword } from './require-password.ts'
import { removeAvatarAfter } from './store-avatar.ts'

/** Each change sends a mail to an address of the caller's choice. */
const addressChanges = { calls: 5, perSeconds: 24 * 3600 }

/** How long after a sign-in nobody is asked for the password again. */
const freshFor = 15 * minute

/** Only what is sent changes; what is sent as it already is changes nothing. */
export async function editProfile(
  hub: Hub,
  actor: Pick<Actor, 'id' | 'sessionHash'>,
  sent: ProfileChange & { avatar?: string },
): Promise<{ user: CurrentUser }> {
  // Before the transaction: a connection must not wait for the processor.
  const mayMove = sent.email !== undefined && (await hasProvenThemselves(hub, actor, sent.currentPassword))
  await refusingTaken(() => inTransaction(hub.db, (tx) => applyChange(tx, hub, actor, { ...sent, mayMove })))
  return { user: await readOwnProfile(hub, actor.id) }
}

/**
 * An address opens an account by a reset: whoever got hold of a session that was left open must not move it. A fresh
 * sign-in has just asked for all of it.
 */
async function hasProvenThemselves(
  hub: Hub,
  actor: Pick<Actor, 'id' | 'sessionHash'>,
  password: string | undefined,
): Promise<boolean> {
  if (password === undefined) {
    const signedInAt = await readSignedInAt(hub.db, actor.sessionHash)
    return signedInAt !== undefined && after(signedInAt, freshFor) >= hub.clock.now()
  }
  await requirePassword(hub, actor.id, password, wrongPassword)
  return true
}

async function applyChange(
  tx: Db,
  hub: Hub,
  actor: Pick<Actor, 'id'>,
  sent: ProfileChange & { avatar?: string; mayMove: boolean },
): Promise<void> {
  const user = await selectUserForUpdate(tx, actor.id)
  if (!user) throw signInNeeded()
  const { username = user.username, email = user.email, avatar = user.avatar } = sent
  const changed = [
    ...(username === user.username ? [] : ['username']),
    ...(email === user.email ? [] : ['email']),
    ...(avatar === user.avatar ? [] : ['avatar']),
  ]
  if (changed.length === 0) return

  const keys = { usernameKey: usernameKey(username), emailKey: emailKey(email) }
  const isNewName = keys.usernameKey !== user.usernameKey
  const isNewAddress = keys.emailKey !== user.emailKey
  if (isNewAddress && !sent.mayMove) throw invalid({ currentPassword: 'Current password is required' })
  if (isNewName && isReservedName(username, hub.config.siteName))
    refuseTaken({ username: true, email: false })
  refuseTaken(await selectTaken(tx, keys, user.id))
  if (isNewAddress) await hub.limits.take('change of address', `user ${user.id}`, addressChanges)

  const emailVerified = user.emailVerified && !isNewAddress
  await updateUser(tx, user.id, { username, email, avatar, emailVerified, ...keys })
  if (isNewAddress) {
    // Links that were mailed to the former address must not open the account any more.
    await endCodes(tx, user.id, ['reset', 'confirm_email'], hub.clock.now())
    await mailConfirmation(tx, hub, { id: user.id, username, email })
    await mailAddressChanged(tx, hub, user)
  }
  if (user.avatar !== null && avatar !== user.avatar) removeAvatarAfter(tx, hub, user.avatar)
  await recordActivity(tx, {
    type: 'user',
    action: 'Profile Updated',
    description: `${username} changed their profile`,
    status: 'info',
    userId: user.id,
    targetId: user.id,
    targetType: 'user',
    metadata: { changed },
  })
  if (username === user.username) announceUser(tx, user.id)
  else announceRename(tx, user.id)
}
