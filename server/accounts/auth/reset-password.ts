import { z } from 'zod/mini'

import { NewPassword } from '#contract/access/users.ts'
import type { App } from '#platform/app.ts'
import { after, day, hour } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { badRequest, invalid, notFound } from '#platform/errors.ts'
import { type Job, enqueueJob } from '#platform/jobs/jobs.ts'
import { parse } from '#platform/parse.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { emailKey, selectUserForUpdate } from '#server/access/access.public.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { selectAccountByEmail } from '#server/accounts/account/account.queries.ts'
import { passwordProblem, replacePassword } from '#server/accounts/account/passwords.ts'
import { resetTexts } from '#server/accounts/accounts.texts.ts'
import { selectTokenCount as countTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { issueToken, findToken, consumeToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import { selectSessionsOf as readSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { recordActivity, actOver } from '#server/records/records.public.ts'

const lifetime = hour
const mailsPerDay = 5

/**
 * Responds before the account is looked up, which a job does: neither the response nor its time reveals whether the
 * address has an account.
 */
export async function requestReset({ db }: Pick<App, 'db'>, email: string): Promise<void> {
  await enqueueJob(db, mailResetLink.name, { email })
}

const Payload = z.object({ email: z.string() })

export const mailResetLink: Job = {
  name: 'mail-reset-link',
  async run({ db, clock, config, settings }, payload) {
    const { email } = Payload.parse(payload)
    const account = await selectAccountByEmail(db, emailKey(email))
    if (!account) return
    const { id: userId, username } = account
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      // Locked, so that concurrent requests for one account are counted one after another.
      await selectUserForUpdate(tx, userId)
      if ((await countTokens(tx, userId, 'reset', after(now, -day))) >= mailsPerDay) return
      const link = { kind: 'reset', userId, email: account.email, now, lifetime } as const
      const { token, expiresAt } = await issueToken(tx, link)
      await mailUser(tx, { config, settings }, account, resetTexts(token), expiresAt)
      await recordActivity(tx, {
        ...actOver(null, { id: userId }),
        action: 'Password Reset Requested',
        description: `A reset link was mailed to ${username}`,
        status: 'info',
      })
    })
  },
}

const invalidLink = () => badRequest('This reset link is invalid or has expired')

/** A link works once; an invalid new password does not consume it. */
export async function confirmReset(
  app: App,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, clock } = app
  const link = await findToken(db, 'reset', token, clock.now())
  if (!link || link.userId === null) throw invalidLink()
  const { userId } = link
  const problem = await passwordProblem(app, userId, password)
  if (problem) throw invalid({ password: problem })
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    if (!(await consumeToken(tx, 'reset', token, clock.now()))) throw invalidLink()
    await replacePassword(tx, app, { userId, passwordHash, action: 'Password Reset' })
  })
}

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
