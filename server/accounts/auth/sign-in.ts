import { setTimeout as pause } from 'node:timers/promises'

import type {
  TwoFactorChallenge,
  SignedIn,
  SignIn,
  SecondStep,
  SignedInByCode,
} from '#contract/accounts/auth.ts'
import { holdsAdminKey } from '#contract/platform/permissions.ts'
import type { Client, Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { minute } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { signInNeeded, tooMany, forbidden, conflict } from '#platform/errors.ts'
import { assertPasswordCapacity, verifyPassword } from '#platform/passwords/passwords.ts'
import { ipKey, type Limited } from '#platform/rate-limits/policies.ts'
import type { SharedLimiter } from '#platform/rate-limits/shared-limiter.ts'
import {
  emailKey,
  selectUserForUpdate,
  accountStatusError,
  updateUser,
} from '#server/access/access.public.ts'
import { selectPasswordHash, selectAccountByEmail } from '#server/accounts/account/account.queries.ts'
import { readOwnProfile, readPermissions } from '#server/accounts/account/own-profile.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { issueToken, findToken, consumeToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import {
  insertSignInAttempt as recordSignInAttempt,
  removeSession as endSession,
} from '#server/accounts/sessions/sessions.queries.ts'
import { type SignInContext, startSession } from '#server/accounts/sessions/sessions.ts'
import { needsSetUp, beginSetUp, completeSetUp } from '#server/accounts/two-factor/two-factor.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'
import type { AuthenticatorKey } from '#contract/accounts/two-factor.ts'
import { acceptCode, isCodeError, withCodeLimits } from '#server/accounts/two-factor/require-proof.ts'

/** Milliseconds. Slows down guessing for an attacked account; its owner waits too but is never locked out. */
const attackDelay = 1000

/** Long enough to install an authenticator app. */
const lifetime = 10 * minute

type Account = NonNullable<Awaited<ReturnType<typeof selectAccountByEmail>>>

/** Neither the response nor its time reveals which of the two is wrong. */
const invalidCredentials = () => signInNeeded('Invalid email or password')

export async function signIn(
  app: App,
  client: SignInContext,
  { email, password }: SignIn,
): Promise<SignedIn | TwoFactorChallenge> {
  const { db, clock } = app
  const account = await checkPassword(app, client, email, password)
  const error = signInError(account, clock.now())
  if (error) {
    await recordAttempt(app, client, account.id, false)
    throw error
  }
  const result = await inTransaction(db, async (tx) => {
    const user = await requireUnchangedPassword(tx, account)
    // The account may have been suspended while the password was being verified.
    const lateError = signInError(user, clock.now())
    if (lateError) throw lateError
    if (user.twoFactorEnabled) return createTwoFactorChallenge(tx, app, user.id)
    return { accessToken: await completeSignIn(tx, app, user, client) }
  })
  if (!('accessToken' in result)) return result
  return { ...result, user: await readOwnProfile(app, account.id) }
}

async function checkPassword(app: App, client: Client, email: string, password: string): Promise<Account> {
  assertPasswordCapacity()
  const key = emailKey(email)
  const { refund } = await reserveFailure(app.sharedLimiter, key, client.ip)
  try {
    const account = await selectAccountByEmail(app.db, key)
    if (await verifyPassword(account?.passwordHash, password)) {
      await refund()
      if (account) return account
    }
    // Recorded for unknown accounts too, because the time of this write would distinguish them.
    await recordAttempt(app, client, account?.id ?? null, false)
  } catch (error) {
    // A server error is not a failed attempt.
    await refund()
    throw error
  }
  throw invalidCredentials()
}

/** If the password was changed while it was being verified, the old one must not start a session. */
async function requireUnchangedPassword(tx: Db, account: Account) {
  const user = await selectUserForUpdate(tx, account.id)
  if (!user || (await selectPasswordHash(tx, account.id)) !== account.passwordHash) throw invalidCredentials()
  return user
}

/**
 * The challenge is valid only for the second step. It ends with its first use, a password change and a change of
 * two-factor authentication.
 */
async function createTwoFactorChallenge(
  tx: Db,
  { clock }: Pick<App, 'clock'>,
  userId: number,
): Promise<TwoFactorChallenge> {
  const { token, expiresAt } = await issueToken(tx, { kind: 'sign_in', userId, now: clock.now(), lifetime })
  return {
    two_factor_required: true,
    set_up_needed: await needsSetUp(tx, userId),
    challenge: token,
    expires_at: expiresAt.toISOString(),
  }
}

/** Limits of failed sign-ins. Each one covers a different way to guess. */
function limitsOf(account: string, ip: string): { rejecting: Limited[]; slowing: Limited } {
  const accountAndIp = { name: 'sign-in of account and address', key: `${account} ${ip}` }
  return {
    rejecting: [
      { ...accountAndIp, policy: { calls: 10, perSeconds: 300 } },
      { name: 'sign-in of address', key: ip, policy: { calls: 20, perSeconds: 300 } },
      { name: 'sign-in', key: 'all', policy: { calls: 1000, perSeconds: 300 } },
    ],
    slowing: { name: 'sign-in of account', key: account, policy: { calls: 100, perSeconds: 3600 } },
  }
}

/**
 * Counts a failed sign-in before the password is checked, so that concurrent attempts count too. `refund` reverts it
 * after a success or an error of the server.
 */
export async function reserveFailure(
  limits: SharedLimiter,
  account: string,
  ip: string,
): Promise<{ refund: () => Promise<void> }> {
  const { rejecting, slowing } = limitsOf(account, ipKey(ip))
  const checks = [...rejecting, slowing]
  const waits = await limits.consumeAll(checks)
  const taken = checks.filter((_, index) => waits[index] === 0)
  const refund = () => limits.refund(taken.splice(0))
  const wait = Math.max(...waits.slice(0, rejecting.length))
  if (wait > 0) {
    await refund()
    throw tooMany('Too many failed sign-ins.', wait)
  }
  if (!taken.includes(slowing)) await pause(attackDelay)
  return { refund }
}

type SignInUser = { id: number; username: string; status: string; lockedUntil: Date | null }

/** The error for a correct sign-in to a restricted account. Banned users may sign in, to see the ban screen. */
export function signInError({ status, lockedUntil }: SignInUser, now: Date): Error | undefined {
  const isLocked = lockedUntil !== null && lockedUntil > now
  return accountStatusError({ status, ban: null }) ?? (isLocked ? forbidden('Account locked') : undefined)
}

/** The last step of every sign-in. Returns the token of the new session. */
export async function completeSignIn(
  tx: Db,
  app: Pick<App, 'clock' | 'secrets'>,
  { id: userId, username }: SignInUser,
  client: SignInContext,
): Promise<string> {
  const now = app.clock.now()
  await recordAttempt({ db: tx, clock: app.clock }, client, userId, true)
  await updateUser(tx, userId, { lastLoginAt: now, lastLoginIp: client.ip, lastActiveAt: now })
  // A user who knows the password does not need the reset link any more.
  await revokeTokens(tx, userId, ['reset'], now)
  await recordActivity(tx, {
    ...ownAct({ id: userId }),
    action: 'User Login',
    description: `${username} signed in`,
    status: 'info',
  })
  const isAdministrator = holdsAdminKey(await readPermissions({ db: tx, clock: app.clock }, userId))
  const { token } = await startSession(tx, app, { id: userId, holdsAdminKey: isAdministrator }, client)
  return token
}

export async function recordAttempt(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  client: Client,
  userId: number | null,
  succeeded: boolean,
): Promise<void> {
  await recordSignInAttempt(db, { userId, ip: client.ip, succeeded, createdAt: clock.now() })
}

/** Ends the current session only. */
export async function signOut(db: Db, actor: Actor): Promise<void> {
  return inTransaction(db, async (tx) => {
    await endSession(tx, actor.sessionHash)
    await recordActivity(tx, {
      ...ownAct(actor),
      action: 'User Logout',
      description: `${actor.username} signed out`,
      status: 'info',
    })
  })
}

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
