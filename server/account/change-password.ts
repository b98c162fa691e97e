import type { PasswordChange } from '#contract/account.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { hashPassword, verifyPassword } from '#platform/passwords.ts'
import { selectPasswordHash } from '#server/users/users.public.ts'

import { passwordProblem } from './account.rules.ts'
import { replacePassword } from './replace-password.ts'

/** Failures only: a stolen session must not become a way to guess the password. */
const failures = { calls: 10, perSeconds: 300 }

const wrongPassword = () => invalid({ currentPassword: 'Current password is incorrect' })

/** The session that asks stays, all others end: whoever else knew the old password is out. */
export async function changePassword(
  hub: Hub,
  actor: Actor,
  change: PasswordChange,
): Promise<{ success: true }> {
  const problem = passwordProblem(change.newPassword, actor.permissions)
  if (problem) throw invalid({ newPassword: problem })
  const expectedHash = await checkCurrent(hub, actor, change.currentPassword)
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

async function checkCurrent(hub: Hub, actor: Actor, password: string): Promise<string> {
  const limit = { name: 'password check', key: `user ${actor.id}`, policy: failures }
  await hub.limits.take(limit.name, limit.key, limit.policy)
  const known = await selectPasswordHash(hub.db, actor.id)
  const isRight = await verifyPassword(known, password).catch(async (error: unknown) => {
    await hub.limits.giveBack([limit])
    throw error
  })
  if (known === undefined || !isRight) throw wrongPassword()
  await hub.limits.giveBack([limit])
  return known
}
