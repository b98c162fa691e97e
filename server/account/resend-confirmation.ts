import type { Actor } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database.ts'
import { conflict, signInNeeded, tooMany } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { countCodes, selectUserForUpdate } from '#server/users/users.public.ts'

import { mailConfirmation } from './mail-confirmation.ts'

/** Of a day, the mails of registering and of a changed address among them. */
const mailsPerDay = 5
const perMinute = { calls: 1, perSeconds: 60 }

/** Mails the link once more. The links of before stay good: whichever mail arrives first is the right one. */
export async function resendConfirmation(hub: Hub, actor: Actor): Promise<{ success: true }> {
  const now = hub.clock.now()
  return inTransaction(hub.db, async (tx) => {
    // Locked, so that several requests at once are counted one after another.
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (user.emailVerified) throw conflict('Your email address is already confirmed')
    if ((await countCodes(tx, user.id, 'confirm_email', after(now, -day))) >= mailsPerDay)
      throw tooMany('Too many mails were sent to you today. Please try again tomorrow.', day / 1000)
    await hub.limits.take('confirmation mail', `user ${user.id}`, perMinute)
    await mailConfirmation(tx, hub, user)
    return { success: true }
  })
}
