import type { Db } from '#platform/database.ts'
import { signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { endSessionsOf } from '#server/sessions/sessions.public.ts'
import { endCodes, selectUserForUpdate, updatePasswordHash } from '#server/users/users.public.ts'

import { mailPasswordChanged } from './mail-notices.ts'

type Replacement = {
  userId: number
  passwordHash: string
  /** The hash that is replaced, where the caller has seen it. */
  expectedHash?: string
  /** The session that stays; without it all end. */
  keptSession?: string
  action: 'Password Changed' | 'Password Reset'
}

/**
 * Sets a password with all that follows: sessions end, links that could set another one die, its owner is
 * told. False when somebody else was quicker. The person's row is locked first, as a sign-in does: a session
 * that the old password opens at this moment ends too.
 */
export async function replacePassword(
  tx: Db,
  { clock, config }: Pick<Hub, 'clock' | 'config'>,
  replacement: Replacement,
): Promise<boolean> {
  const { userId, keptSession, action } = replacement
  const now = clock.now()
  const user = await selectUserForUpdate(tx, userId)
  if (!user) throw signInNeeded()
  if (!(await updatePasswordHash(tx, userId, { ...replacement, now }))) return false
  await endSessionsOf(tx, userId, keptSession)
  await endCodes(tx, userId, ['reset', 'sign_in'], now)
  await mailPasswordChanged(tx, { config }, user)
  await recordActivity(tx, {
    type: 'user',
    action,
    description: `${user.username} ${action === 'Password Reset' ? 'reset' : 'changed'} their password`,
    status: 'success',
    userId,
    targetId: userId,
    targetType: 'user',
  })
  return true
}
