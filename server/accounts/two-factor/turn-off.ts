import type { TwoFactorProof } from '#contract/accounts/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { emailKey, selectUserForUpdate, updateUser } from '#server/access/access.public.ts'
import { selectAccountByEmail } from '#server/accounts/account/credentials.queries.ts'

import { mailTurnedOff, mailTurnedOffByAdmin } from './mail-notices.ts'
import { withProof } from './require-proof.ts'
import { removeRecoveryCodesOf, updateSecret } from './two-factor.queries.ts'

export async function turnOff(app: App, actor: Actor, proof: TwoFactorProof): Promise<{ success: true }> {
  return withProof(app, actor, proof, async (tx, user) => {
    await updateUser(tx, actor.id, { twoFactorEnabled: false })
    await clearTwoFactor(tx, actor.id, app.clock.now())
    await endSessionsOf(tx, actor.id, actor.sessionHash)
    await mailTurnedOff(tx, app, user)
    await recordActivity(tx, {
      type: 'user',
      action: 'Two-Factor Disabled',
      description: `${user.username} turned two-factor authentication off`,
      status: 'warning',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
    return { success: true }
  })
}

/** For the command line. It is the only way for an owner who lost phone and codes, because no user may act over an owner. */
export async function turnOffFromCli(
  app: Pick<App, 'db' | 'clock' | 'config' | 'settings'>,
  email: string,
): Promise<{ username: string; wasOn: boolean; sessions: number }> {
  return inTransaction(app.db, async (tx) => {
    const account = await selectAccountByEmail(tx, emailKey(email))
    const user = account && (await selectUserForUpdate(tx, account.id))
    if (!user) throw notFound(`There is no account with the email address ${email}`)
    await updateUser(tx, user.id, { twoFactorEnabled: false })
    await clearTwoFactor(tx, user.id, app.clock.now())
    const sessions = await endSessionsOf(tx, user.id)
    await mailTurnedOffByAdmin(tx, app, user)
    await recordActivity(tx, {
      type: 'user',
      action: 'Two-Factor Disabled',
      description: `Two-factor authentication of ${user.username} was turned off from the command line`,
      status: 'warning',
      userId: null,
      targetId: user.id,
      targetType: 'user',
    })
    return { username: user.username, wasOn: user.twoFactorEnabled, sessions }
  })
}

/** Removes the secret, the recovery codes and pending sign-ins. */
export async function clearTwoFactor(tx: Db, userId: number, now: Date): Promise<void> {
  await updateSecret(tx, userId, { secret: null, confirmedAt: null })
  await removeRecoveryCodesOf(tx, userId)
  await revokeTokens(tx, userId, ['sign_in'], now)
}
