import { inTransaction } from '#platform/database/database.ts'
import { badRequest, invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { passwordProblem } from '#server/accounts/account/password-problem.ts'
import { replacePassword } from '#server/accounts/account/replace-password.ts'
import { findToken, consumeToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'

const invalidLink = () => badRequest('This reset link is invalid or has expired')

/** A link works once; an invalid new password does not consume it. */
export async function confirmReset(
  app: App,
  { token, password }: { token: string; password: string },
): Promise<{ success: true }> {
  const { db, clock } = app
  const found = await findToken(db, 'reset', token, clock.now())
  if (!found || found.userId === null) throw invalidLink()
  const { userId } = found
  const problem = await passwordProblem(app, userId, password)
  if (problem) throw invalid({ password: problem })
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    if (!(await consumeToken(tx, 'reset', token, clock.now()))) throw invalidLink()
    await replacePassword(tx, app, { userId, passwordHash, action: 'Password Reset' })
    return { success: true }
  })
}
