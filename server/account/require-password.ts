import { invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { verifyPassword } from '#platform/passwords.ts'
import { selectPasswordHash } from '#server/users/users.public.ts'

/** Failures only: a stolen session must not become a way to guess the password. */
const failures = { calls: 10, perSeconds: 300 }

export const wrongPassword = () => invalid({ currentPassword: 'Current password is incorrect' })

/** Refuses whoever does not know the password of the account they are signed in to. Answers its hash. */
export async function requirePassword(
  hub: Pick<Hub, 'db' | 'limits'>,
  userId: number,
  password: string,
  wrong: () => Error,
): Promise<string> {
  const limit = { name: 'password check', key: `user ${userId}`, policy: failures }
  await hub.limits.take(limit.name, limit.key, limit.policy)
  const known = await selectPasswordHash(hub.db, userId)
  const isRight = await verifyPassword(known, password).catch(async (error: unknown) => {
    await hub.limits.giveBack([limit])
    throw error
  })
  if (known === undefined || !isRight) throw wrong()
  await hub.limits.giveBack([limit])
  return known
}
