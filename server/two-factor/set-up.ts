import type { AuthenticatorKey, RecoveryCodes } from '#contract/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { conflict, signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { requirePassword } from '#server/account/account.public.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { endSessionsOf } from '#server/sessions/sessions.public.ts'
import { selectUserForUpdate, updateUser } from '#server/users/users.public.ts'

import { acceptAppCode, type Holder } from './accept-code.ts'
import { limitingCodes, wrongCode } from './limit-codes.ts'
import { mailTurnedOn } from './mail-notices.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { wrongPassword } from './require-proof.ts'
import { sealSecret } from './sealed-secret.rules.ts'
import { selectTwoFactor, updateSecret } from './two-factor.queries.ts'
import { authenticatorAddress, newSecret, readTypedCode } from './two-factor.rules.ts'

const isOnAlready = () => conflict('Two-factor authentication is on already')

/** With the password, so that a stolen session does not lock its owner out of the account. */
export async function beginOwnSetUp(hub: Hub, actor: Actor, password: string): Promise<AuthenticatorKey> {
  await requirePassword(hub, actor.id, password, wrongPassword)
  return inTransaction(hub.db, (tx) => beginSetUp(tx, hub, actor.id))
}

/** Makes the secret that the first code has to confirm; one that was begun before is forgotten. */
export async function beginSetUp(
  tx: Db,
  { config, secrets }: Pick<Hub, 'config' | 'secrets'>,
  userId: number,
): Promise<AuthenticatorKey> {
  const user = await selectUserForUpdate(tx, userId)
  const state = await selectTwoFactor(tx, userId)
  if (!user || !state) throw signInNeeded()
  if (state.confirmedAt) throw isOnAlready()
  const secret = newSecret()
  await updateSecret(tx, userId, {
    secret: sealSecret(secrets.twoFactor, userId, secret),
    confirmedAt: null,
  })
  return { secret, uri: authenticatorAddress(secret, config.siteName, user.username) }
}

export async function confirmOwnSetUp(hub: Hub, actor: Actor, code: string): Promise<RecoveryCodes> {
  return limitingCodes(hub, actor.id, () =>
    inTransaction(hub.db, async (tx) => {
      const user = await selectUserForUpdate(tx, actor.id)
      if (!user) throw signInNeeded()
      return { recovery_codes: await completeSetUp(tx, hub, user, { code, keptSession: actor.sessionHash }) }
    }),
  )
}

/** The first code proves that the app has the secret: from here on sign-in asks for one. Call it with the row locked. */
export async function completeSetUp(
  tx: Db,
  hub: Hub,
  holder: Holder,
  { code, keptSession }: { code: string; keptSession?: string },
): Promise<string[]> {
  const { id: userId, username } = holder
  const state = await selectTwoFactor(tx, userId)
  if (state?.confirmedAt) throw isOnAlready()
  if (!state?.secret) throw conflict('Please begin the set-up again')
  const presented = readTypedCode(code)
  if (presented?.kind !== 'app') throw wrongCode()
  await acceptAppCode(tx, hub, { userId, sealed: state.secret }, presented.code)

  await updateSecret(tx, userId, { secret: state.secret, confirmedAt: hub.clock.now() })
  await updateUser(tx, userId, { twoFactorEnabled: true })
  await endSessionsOf(tx, userId, keptSession)
  const codes = await giveRecoveryCodes(tx, userId)
  await mailTurnedOn(tx, hub, holder)
  await recordActivity(tx, {
    type: 'user',
    action: 'Two-Factor Enabled',
    description: `${username} turned two-factor authentication on`,
    status: 'success',
    userId,
    targetId: userId,
    targetType: 'user',
  })
  return codes
}
