import type { PasswordChange } from '#contract/accounts/account.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { invalid, signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { requirePassword, wrongPassword } from './require-password.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { updatePasswordHash } from './credentials.queries.ts'
import { mailPasswordChanged } from './mail-notices.ts'
import { holdsAdminKey, type Permission } from '#contract/platform/permissions.ts'
import { permissionsOf } from '#contract/access/authority.ts'
import { accountLimits } from '#contract/access/users.ts'
import { selectOwnProfile } from './account.queries.ts'
import { guessablePasswordProblem } from './guessable-password.ts'

/** All other sessions end, because others may know the old password. */
export async function changePassword(
  app: App,
  actor: Actor,
  change: PasswordChange,
): Promise<{ success: true }> {
  const problem = await passwordProblem(app, actor.id, change.newPassword)
  if (problem) throw invalid({ newPassword: problem })
  const expectedHash = await requirePassword(app, actor.id, change.currentPassword, wrongPassword)
  const passwordHash = await hashPassword(change.newPassword)
  const replacement = {
    userId: actor.id,
    passwordHash,
    expectedHash,
    exceptSession: actor.sessionHash,
    action: 'Password Changed',
  } as const
  const isReplaced = await inTransaction(app.db, (tx) => replacePassword(tx, app, replacement))
  if (!isReplaced) throw wrongPassword()
  return { success: true }
}

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

/** The error message for a new password of an existing account, beyond the rules of the contract, or undefined. */
export async function passwordProblem(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  userId: number,
  password: string,
): Promise<string | undefined> {
  const row = await selectOwnProfile(app.db, userId, app.clock.now())
  if (!row) throw signInNeeded()
  const { user, keys } = row
  const permissions = permissionsOf(user, keys)
  // Members may choose weak passwords (docs/domain-rules.md, Sessions and passwords); the form only shows the strength.
  if (!holdsAdminKey(permissions)) return undefined
  return lengthProblem(password, permissions) ?? (await guessablePasswordProblem(app, password, user))
}

/** Users with an `admin.*` permission need a longer password than the contract requires. */
function lengthProblem(password: string, permissions: ReadonlySet<Permission>): string | undefined {
  if (password.length >= accountLimits.passwordMinAdmin || !holdsAdminKey(permissions)) return undefined
  return 'Password must be at least 12 characters'
}
