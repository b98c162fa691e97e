import type { TwoFactorProof } from '#contract/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { endSessionsOf } from '#server/sessions/sessions.public.ts'
import {
  emailKey,
  endCodes,
  selectAccountByEmail,
  selectUserForUpdate,
  updateUser,
} from '#server/users/users.public.ts'

import { mailTurnedOff, mailTurnedOffByAdmin } from './mail-notices.ts'
import { withProof } from './require-proof.ts'
import { removeRecoveryCodesOf, updateSecret } from './two-factor.queries.ts'

/** Password and code, or a recovery code: what signing in takes, giving it up takes too. */
export async function turnOff(hub: Hub, actor: Actor, proof: TwoFactorProof): Promise<{ success: true }> {
  return withProof(hub, actor, proof, async (tx, holder) => {
    await updateUser(tx, actor.id, { twoFactorEnabled: false })
    await forgetTwoFactor(tx, actor.id, hub.clock.now())
    await endSessionsOf(tx, actor.id, actor.sessionHash)
    await mailTurnedOff(tx, hub, holder)
    await recordActivity(tx, {
      type: 'user',
      action: 'Two-Factor Disabled',
      description: `${holder.username} turned two-factor authentication off`,
      status: 'warning',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
    return { success: true }
  })
}

/** For an owner who lost phone and codes: nobody of the site may act over one, whoever runs the machine may. */
export async function turnOffByHand(
  hub: Pick<Hub, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<{ username: string }> {
  return inTransaction(hub.db, async (tx) => {
    const account = await selectAccountByEmail(tx, emailKey(email))
    const user = account && (await selectUserForUpdate(tx, account.id))
    if (!user) throw notFound('There is no account of this address')
    await updateUser(tx, user.id, { twoFactorEnabled: false })
    await forgetTwoFactor(tx, user.id, hub.clock.now())
    await endSessionsOf(tx, user.id)
    await mailTurnedOffByAdmin(tx, hub, user)
    await recordActivity(tx, {
      type: 'user',
      action: 'Two-Factor Disabled',
      description: `Two-factor authentication of ${user.username} was turned off from the command line`,
      status: 'warning',
      userId: null,
      targetId: user.id,
      targetType: 'user',
    })
    return { username: user.username }
  })
}

/** Two-factor that is turned off starts anew when it is turned on again: no secret, no recovery code, no half sign-in is left. */
export async function forgetTwoFactor(tx: Db, userId: number, now: Date): Promise<void> {
  await updateSecret(tx, userId, { secret: null, confirmedAt: null })
  await removeRecoveryCodesOf(tx, userId)
  await endCodes(tx, userId, ['sign_in'], now)
}
