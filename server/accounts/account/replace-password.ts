import type { Db } from '#platform/database/database.ts'
import { signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

import { updatePasswordHash } from './credentials.queries.ts'
import { mailPasswordChanged } from './mail-notices.ts'

type Replacement = {
  userId: number
  passwordHash: string
  /** If set, the password is replaced only while this hash is stored. */
  expectedHash?: string
  /** The session that does not end. */
  exceptSession?: string
  action: 'Password Changed' | 'Password Reset'
  isFromCli?: boolean
}

/**
 * Replaces the password, ends sessions, revokes reset links and notifies the user. Returns false if the password has
 * changed concurrently. The user row is locked first, like in a sign-in, so that a session that is just being started
 * with the old password ends too.
 */
export async function replacePassword(
  tx: Db,
  { clock, config, settings }: Pick<App, 'clock' | 'config' | 'settings'>,
  replacement: Replacement,
): Promise<boolean> {
  const { userId, exceptSession, action, isFromCli = false } = replacement
  const now = clock.now()
  const user = await selectUserForUpdate(tx, userId)
  if (!user) throw signInNeeded()
  if (!(await updatePasswordHash(tx, userId, { ...replacement, now }))) return false
  await endSessionsOf(tx, userId, exceptSession)
  await revokeTokens(tx, userId, ['reset', 'sign_in'], now)
  await mailPasswordChanged(tx, { config, settings }, user)
  await recordActivity(tx, {
    type: 'user',
    action,
    description: isFromCli
      ? `The password of ${user.username} was replaced from the command line`
      : `${user.username} ${action === 'Password Reset' ? 'reset' : 'changed'} their password`,
    status: isFromCli ? 'warning' : 'success',
    userId: isFromCli ? null : userId,
    targetId: userId,
    targetType: 'user',
  })
  return true
}
