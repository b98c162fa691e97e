import type { Actor } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, signInNeeded, tooMany } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { selectTokenCount as countTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

import { mailConfirmation } from './mail-confirmation.ts'

/** Includes the mails after a registration or an email change. */
const mailsPerDay = 5
const perMinute = { calls: 1, perSeconds: 60 }

/** Sends another link. Earlier links stay valid, because an earlier mail may arrive later. */
export async function resendConfirmation(app: App, actor: Actor): Promise<{ success: true }> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    // Locked, so that concurrent requests are counted one after another.
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (user.emailVerified) throw conflict('Your email address is already confirmed')
    if ((await countTokens(tx, user.id, 'confirm_email', after(now, -day))) >= mailsPerDay)
      throw tooMany('Too many mails were sent to you today.', day / 1000)
    await app.sharedLimiter.consume('confirmation mail', `user ${user.id}`, perMinute)
    await mailConfirmation(tx, app, user)
    return { success: true }
  })
}
