import type { PasswordChange } from '#contract/accounts/account.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'

import { passwordProblem } from './password-problem.ts'
import { replacePassword } from './replace-password.ts'
import { requirePassword, wrongPassword } from './require-password.ts'

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
