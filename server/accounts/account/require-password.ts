import { invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { verifyPassword } from '#platform/passwords/passwords.ts'
import { selectPasswordHash } from './credentials.queries.ts'

/** Only failures count. Without a limit a stolen session could be used to guess the password. */
const failures = { calls: 10, perSeconds: 300 }

export const wrongPassword = () => invalid({ currentPassword: 'Current password is incorrect' })

/** Verifies the password of the signed-in user and returns its hash. */
export async function requirePassword(
  app: Pick<App, 'db' | 'sharedLimiter'>,
  userId: number,
  password: string,
  wrong: () => Error,
): Promise<string> {
  const limit = { name: 'password check', key: `user ${userId}`, policy: failures }
  await app.sharedLimiter.consume(limit.name, limit.key, limit.policy)
  const hash = await selectPasswordHash(app.db, userId)
  const isCorrect = await verifyPassword(hash, password).catch(async (error: unknown) => {
    await app.sharedLimiter.refund([limit])
    throw error
  })
  if (hash === undefined || !isCorrect) throw wrong()
  await app.sharedLimiter.refund([limit])
  return hash
}
