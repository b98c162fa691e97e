import type { ProfileChange } from '#contract/account.ts'
import type { CurrentUser } from '#contract/accounts.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
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
import { removeAvatarAfter } from './store-avatar.ts'

/** Each change sends a mail to an address of the caller's choice. */
const addressChanges = { calls: 5, perSeconds: 24 * 3600 }

/** Only what is sent changes; what is sent as it already is changes nothing. */
export async function editProfile(
  hub: Hub,
  actor: Pick<Actor, 'id'>,
  sent: ProfileChange & { avatar?: string },
): Promise<{ user: CurrentUser }> {
  await refusingTaken(() => inTransaction(hub.db, (tx) => applyChange(tx, hub, actor, sent)))
  return { user: await readOwnProfile(hub, actor.id) }
}

async function applyChange(
  tx: Db,
  hub: Hub,
  actor: Pick<Actor, 'id'>,
  sent: ProfileChange & { avatar?: string },
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
