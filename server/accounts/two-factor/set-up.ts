import type { AuthenticatorKey, RecoveryCodes, TwoFactorProof } from '#contract/accounts/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { requirePassword } from '#server/accounts/account/require-password.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { selectUserForUpdate, updateUser } from '#server/access/access.public.ts'
import {
  acceptAppCode,
  type TwoFactorUser,
  withCodeLimits,
  wrongCode,
  wrongPassword,
  withProof,
} from './require-proof.ts'
import { mailTurnedOn, mailRecoveryCodesRenewed } from './mail-notices.ts'
import { encryptSecret } from './encrypt-secret.rules.ts'
import {
  selectTwoFactor,
  updateSecret,
  insertRecoveryCodes,
  removeRecoveryCodesOf,
} from './two-factor.queries.ts'
import {
  authenticatorUri,
  newSecret,
  parseCode,
  hashOfRecoveryCode,
  newRecoveryCodes,
} from './two-factor.rules.ts'

const isOnAlready = () => conflict('Two-factor authentication is on already')

/** Needs the password, so that a stolen session cannot lock the owner out of the account. */
export async function beginOwnSetUp(app: App, actor: Actor, password: string): Promise<AuthenticatorKey> {
  await requirePassword(app, actor.id, password, wrongPassword)
  return inTransaction(app.db, (tx) => beginSetUp(tx, app, actor.id))
}

/** Creates the secret that the first code confirms; it replaces an unconfirmed one. */
export async function beginSetUp(
  tx: Db,
  { secrets, settings }: Pick<App, 'secrets' | 'settings'>,
  userId: number,
): Promise<AuthenticatorKey> {
  const user = await selectUserForUpdate(tx, userId)
  const state = await selectTwoFactor(tx, userId)
  if (!user || !state) throw signInNeeded()
  if (state.confirmedAt) throw isOnAlready()
  const secret = newSecret()
  await updateSecret(tx, userId, {
    secret: encryptSecret(secrets.twoFactor, userId, secret),
    confirmedAt: null,
  })
  return { secret, uri: authenticatorUri(secret, settings.siteName, user.username) }
}

export async function confirmOwnSetUp(app: App, actor: Actor, code: string): Promise<RecoveryCodes> {
  return withCodeLimits(app, actor.id, () =>
    inTransaction(app.db, async (tx) => {
      const user = await selectUserForUpdate(tx, actor.id)
      if (!user) throw signInNeeded()
      return {
        recovery_codes: await completeSetUp(tx, app, user, { code, exceptSession: actor.sessionHash }),
      }
    }),
  )
}

/** Turns two-factor authentication on if the first code is correct. Call this with the user row locked. */
export async function completeSetUp(
  tx: Db,
  app: App,
  user: TwoFactorUser,
  { code, exceptSession }: { code: string; exceptSession?: string },
): Promise<string[]> {
  const { id: userId, username } = user
  const state = await selectTwoFactor(tx, userId)
  if (state?.confirmedAt) throw isOnAlready()
  if (!state?.secret) throw conflict('Please begin the setup again')
  const parsed = parseCode(code)
  if (parsed?.kind !== 'app') throw wrongCode()
  await acceptAppCode(tx, app, { userId, encrypted: state.secret }, parsed.code)

  await updateSecret(tx, userId, { secret: state.secret, confirmedAt: app.clock.now() })
  await updateUser(tx, userId, { twoFactorEnabled: true })
  await endSessionsOf(tx, userId, exceptSession)
  const codes = await issueRecoveryCodes(tx, userId)
  await mailTurnedOn(tx, app, user)
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

export async function renewRecoveryCodes(
  app: App,
  actor: Actor,
  proof: TwoFactorProof,
): Promise<RecoveryCodes> {
  return withProof(app, actor, proof, async (tx, user) => {
    const codes = await issueRecoveryCodes(tx, actor.id)
    await mailRecoveryCodesRenewed(tx, app, user)
    await recordActivity(tx, {
      type: 'user',
      action: 'Recovery Codes Renewed',
      description: `${user.username} made new recovery codes`,
      status: 'info',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
    return { recovery_codes: codes }
  })
}

/** Replaces the codes. Only their hashes are stored. */
async function issueRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await removeRecoveryCodesOf(tx, userId)
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(userId, code)),
  )
  return codes
}
