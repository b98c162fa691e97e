import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { day, after } from '#platform/clock.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { conflict, signInNeeded, tooMany } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { confirmationTexts } from '#server/accounts/accounts.texts.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { selectTokenCount as countTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { issueToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'

const lifetime = 7 * day

/** The link confirms only the address that it was sent to. */
export async function mailConfirmation(
  tx: Db,
  app: Pick<App, 'clock' | 'config' | 'settings'>,
  { id: userId, email }: { id: number; email: string },
): Promise<void> {
  const draft = { kind: 'confirm_email', userId, email, now: app.clock.now(), lifetime } as const
  const { token, expiresAt } = await issueToken(tx, draft)
  await mailUser(tx, app, { email }, confirmationTexts(token), expiresAt)
}

/** Includes the mails after a registration or an email change. */
const mailsPerDay = 5
const perMinute = { calls: 1, perSeconds: 60 }

/** Sends another link. Earlier links stay valid, because an earlier mail may arrive later. */
export async function resendConfirmation(app: App, actor: Actor): Promise<void> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    // Locked, so that concurrent requests are counted one after another.
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (user.emailVerified) throw conflict('Your email address is already confirmed')
    if ((await countTokens(tx, user.id, 'confirm_email', after(now, -day))) >= mailsPerDay)
      throw tooMany('We have sent you too many emails today.', day / 1000)
    await app.sharedLimiter.consume('confirmation mail', `user ${user.id}`, perMinute)
    await mailConfirmation(tx, app, user)
  })
}
