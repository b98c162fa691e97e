import { NewPassword } from '#contract/access/users.ts'
import { inTransaction } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { parse } from '#platform/parse.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { passwordProblem } from '#server/accounts/account/password-problem.ts'
import { replacePassword } from '#server/accounts/account/replace-password.ts'
import { selectSessionsOf as readSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { emailKey } from '#server/access/access.public.ts'
import { selectAccountByEmail } from '#server/accounts/account/credentials.queries.ts'

/** For the command line: an owner may have lost the password on a site that sends no mail. */
export async function setPasswordFromCli(
  app: Pick<App, 'db' | 'clock' | 'config' | 'settings'>,
  { email, password }: { email: string; password: string },
): Promise<{ username: string; sessions: number }> {
  const account = await selectAccountByEmail(app.db, emailKey(email))
  if (!account) throw notFound(`There is no account with the email address ${email}`)
  const { id: userId, username } = account
  const problem = await passwordProblem(app, userId, parse(NewPassword, password))
  if (problem) throw invalid({ password: problem })
  const passwordHash = await hashPassword(password)
  return inTransaction(app.db, async (tx) => {
    const sessions = await readSessionsOf(tx, userId, app.clock.now())
    await replacePassword(tx, app, { userId, passwordHash, action: 'Password Reset', isFromCli: true })
    return { username, sessions: sessions.length }
  })
}
