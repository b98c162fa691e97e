import { inTransaction } from '#platform/database.ts'
import { badRequest, invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { hashPassword } from '#platform/passwords.ts'
import { passwordProblem, replacePassword } from '#server/account/account.public.ts'
import { findCode, useCode } from '#server/users/users.public.ts'

const deadLink = () => badRequest('This reset link is invalid or has expired')

/** A link works once. A password that is refused leaves it good for the next try. */
export async function confirmReset(
  hub: Hub,
  { token, password }: { token: string; password: string },
): Promise<{ success: true }> {
  const { db, clock } = hub
  const code = await findCode(db, 'reset', token, clock.now())
  if (!code || code.userId === null) throw deadLink()
  const { userId } = code
  const problem = await passwordProblem(hub, userId, password)
  if (problem) throw invalid({ password: problem })
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    if (!(await useCode(tx, 'reset', token, clock.now()))) throw deadLink()
    await replacePassword(tx, hub, { userId, passwordHash, action: 'Password Reset' })
    return { success: true }
  })
}
