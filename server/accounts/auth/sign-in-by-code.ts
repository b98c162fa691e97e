import type { SecondStep, SignedInByCode } from '#contract/accounts/auth.ts'
import type { AuthenticatorKey } from '#contract/accounts/two-factor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, signInNeeded } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { readOwnProfile } from '#server/accounts/account/own-profile.ts'
import { findToken, consumeToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import type { SignInContext } from '#server/accounts/sessions/sessions.ts'
import { acceptCode, isCodeError, withCodeLimits } from '#server/accounts/two-factor/require-proof.ts'
import { beginSetUp, completeSetUp, needsSetUp } from '#server/accounts/two-factor/two-factor.ts'

import { completeSignIn, signInError, recordAttempt } from './sign-in.ts'

const expired = () => signInNeeded('This sign-in has expired. Please enter your password again.')

/** A wrong code leaves the challenge valid; a correct one consumes both. */
export async function signInByCode(
  app: App,
  client: SignInContext,
  { challenge, code }: SecondStep,
): Promise<SignedInByCode> {
  const userId = await findChallengedUser(app, challenge)
  try {
    const signedIn = await withCodeLimits(app, userId, () =>
      inTransaction(app.db, (tx) => completeSecondStep(tx, app, client, { userId, challenge, code })),
    )
    return { ...signedIn, user: await readOwnProfile(app, userId) }
  } catch (error) {
    if (isCodeError(error)) await recordAttempt(app, client, userId, false)
    throw error
  }
}

async function completeSecondStep(
  tx: Db,
  app: App,
  client: SignInContext,
  { userId, challenge, code }: SecondStep & { userId: number },
): Promise<{ accessToken: string; recovery_codes?: string[] }> {
  const now = app.clock.now()
  const user = await selectUserForUpdate(tx, userId)
  if (!user || !(await consumeToken(tx, 'sign_in', challenge, now))) throw expired()
  const error = signInError(user, now)
  if (error) throw error
  if (await needsSetUp(tx, userId)) {
    const codes = await completeSetUp(tx, app, user, { code })
    return { accessToken: await completeSignIn(tx, app, user, client), recovery_codes: codes }
  }
  await acceptCode(tx, app, user, code)
  return { accessToken: await completeSignIn(tx, app, user, client) }
}

/** For users whose two-factor authentication was turned on by an administrator; the second step confirms the secret. */
export async function setUpAtSignIn(app: App, challenge: string): Promise<AuthenticatorKey> {
  const userId = await findChallengedUser(app, challenge)
  return inTransaction(app.db, async (tx) => {
    await selectUserForUpdate(tx, userId)
    if (!(await findToken(tx, 'sign_in', challenge, app.clock.now()))) throw expired()
    if (!(await needsSetUp(tx, userId))) throw conflict('Two-factor authentication is set up already')
    return beginSetUp(tx, app, userId)
  })
}

async function findChallengedUser(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  challenge: string,
): Promise<number> {
  const token = await findToken(db, 'sign_in', challenge, clock.now())
  if (!token || token.userId === null) throw expired()
  return token.userId
}
