import type {
  TwoFactorState,
  AuthenticatorKey,
  RecoveryCodes,
  TwoFactorProof,
} from '#contract/accounts/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { conflict, signInNeeded, notFound } from '#platform/errors.ts'
import { selectUserForUpdate, updateUser, emailKey } from '#server/access/access.public.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { selectAccountByEmail } from '#server/accounts/account/account.queries.ts'
import { requirePassword } from '#server/accounts/account/passwords.ts'
import {
  recoveryCodesRenewedTexts,
  turnedOffByAdminTexts,
  turnedOffTexts,
  turnedOnTexts,
} from '#server/accounts/accounts.texts.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { recordActivity, actOver, ownAct } from '#server/records/records.public.ts'

import {
  acceptAppCode,
  type TwoFactorUser,
  withCodeLimits,
  wrongCode,
  wrongPassword,
  withProof,
} from './require-proof.ts'
import {
  selectTwoFactor,
  updateSecret,
  insertRecoveryCodes,
  removeRecoveryCodesOf,
} from './two-factor.queries.ts'
import {
  encryptSecret,
  authenticatorUri,
  newSecret,
  parseCode,
  hashOfRecoveryCode,
  newRecoveryCodes,
} from './two-factor.rules.ts'

export async function readTwoFactor(db: Db, userId: number): Promise<TwoFactorState> {
  const state = await selectTwoFactor(db, userId)
  return {
    enabled: state?.isEnabled ?? false,
    enabled_at: state?.confirmedAt?.toISOString() ?? null,
    recovery_codes_left: state?.codesLeft ?? 0,
  }
}

/** Returns whether an administrator has turned it on and the user has no authenticator yet. */
export async function needsSetUp(db: Db, userId: number): Promise<boolean> {
  return (await selectTwoFactor(db, userId))?.confirmedAt === null
}

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
  await mailUser(tx, app, user, turnedOnTexts)
  await recordActivity(tx, {
    ...ownAct({ id: userId }),
    action: 'Two-Factor Enabled',
    description: `${username} turned two-factor authentication on`,
    status: 'success',
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
    await mailUser(tx, app, user, recoveryCodesRenewedTexts)
    await recordActivity(tx, {
      ...ownAct(actor),
      action: 'Recovery Codes Renewed',
      description: `${user.username} made new recovery codes`,
      status: 'info',
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

export async function turnOff(app: App, actor: Actor, proof: TwoFactorProof): Promise<void> {
  return withProof(app, actor, proof, async (tx, user) => {
    await updateUser(tx, actor.id, { twoFactorEnabled: false })
    await clearTwoFactor(tx, actor.id, app.clock.now())
    await endSessionsOf(tx, actor.id, actor.sessionHash)
    await mailUser(tx, app, user, turnedOffTexts)
    await recordActivity(tx, {
      ...ownAct(actor),
      action: 'Two-Factor Disabled',
      description: `${user.username} turned two-factor authentication off`,
      status: 'warning',
    })
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
    await mailUser(tx, app, user, turnedOffByAdminTexts)
    await recordActivity(tx, {
      ...actOver(null, user),
      action: 'Two-Factor Disabled',
      description: `Two-factor authentication of ${user.username} was turned off from the command line`,
      status: 'warning',
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
