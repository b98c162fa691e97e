import type { PasswordChange } from '#contract/account.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { hashPassword } from '#platform/passwords.ts'

import { passwordProblem } from './password-problem.ts'
import { replacePassword } from './replace-password.ts'
import { requirePassword, wrongPassword } from './require-password.ts'

/** The session that asks stays, all others end: whoever else knew the old password is out. */
export async function changePassword(
  hub: Hub,
  actor: Actor,
  change: PasswordChange,
): Promise<{ success: true }> {
  const problem = await passwordProblem(hub, actor.id, change.newPassword)
  if (problem) throw invalid({ newPassword: problem })
  const expectedHash = await requirePassword(hub, actor.id, change.currentPassword, wrongPassword)
  const passwordHash = await hashPassword(change.newPassword)
  const replacement = {
    userId: actor.id,
    passwordHash,
    expectedHash,
    keptSession: actor.sessionHash,
    action: 'Password Changed',
  } as const
  const isReplaced = await inTransaction(hub.db, (tx) => replacePassword(tx, hub, replacement))
  if (!isReplaced) throw wrongPassword()
  return { success: true }
}
