import type { RegistrationRequest, SignedIn, Registration } from '#contract/accounts/auth.ts'
import type { WorkProof } from '#contract/platform/proof-of-work.ts'
import type { Client } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { workRequired, badRequest } from '#platform/errors.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { createWorkChallenge, isValidWork } from '#platform/proof-of-work/proof-of-work.ts'
import { networkKey, ipKey, limitPolicies } from '#platform/rate-limits/policies.ts'
import {
  assertPermanentEmail,
  emailKey,
  isReservedName,
  assertUnique,
  withUniqueErrors,
  selectTaken,
  usernameKey,
  invalidateUser,
  selectUserForUpdate,
  updateUser,
  joinDefaultGroup,
  insertUser,
} from '#server/access/access.public.ts'
import { mailConfirmation } from '#server/accounts/account/account-mails.ts'
import { insertCredentials } from '#server/accounts/account/account.queries.ts'
import { readOwnProfile } from '#server/accounts/account/own-profile.ts'
import { findToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import { insertSignInAttempt as recordSignInAttempt } from '#server/accounts/sessions/sessions.queries.ts'
import { type SignInContext, startSession } from '#server/accounts/sessions/sessions.ts'
import { recordActivity, addToSiteTotals, ownAct } from '#server/records/records.public.ts'

const purpose = 'registration'

/** Accounts from one network that need no solved task. */
const freePolicy = { calls: 2, perSeconds: 24 * 3600 }

/** New accounts from one network; the limit of one IP is that of the endpoint. */
const networkLimit = { calls: 20, perSeconds: 24 * 3600 }

export async function register(
  app: App,
  client: SignInContext,
  sent: RegistrationRequest,
): Promise<SignedIn> {
  const { username, email, password } = sent
  const keys = { usernameKey: usernameKey(username), emailKey: emailKey(email) }
  const taken = await selectTaken(app.db, keys)
  assertUnique({ ...taken, username: taken.username || isReservedName(username, app.settings.siteName) })
  await assertPermanentEmail(email)
  await requireWork(app, client.ip, sent.proof)
  await app.sharedLimiter.consume('registration of network', networkKey(client.ip), networkLimit)
  // Before the transaction: a database connection must not wait for the hashing of a password.
  const passwordHash = await hashPassword(password)

  const { id, accessToken } = await withUniqueErrors(() =>
    inTransaction(app.db, async (tx) => {
      const userId = await createAccount(tx, { username, email, passwordHash, client }, app.clock.now())
      await mailConfirmation(tx, app, { id: userId, email })
      await recordActivity(tx, {
        ...ownAct({ id: userId }),
        action: 'User Registered',
        description: `${username} registered`,
        status: 'success',
      })
      const user = { id: userId, holdsAdminKey: false }
      return { id: userId, accessToken: await startFirstSession(tx, app, user, client) }
    }),
  )
  return { accessToken, user: await readOwnProfile(app, id) }
}

/** Slows a flood of registrations down where a captcha of a third party would be. */
async function requireWork(app: App, ip: string, proof: WorkProof | undefined): Promise<void> {
  if (proof) {
    if (await isValidWork(app, proof, purpose)) return
    throw workRequired(
      'The check of your browser is not valid. Please try again.',
      await createWorkChallenge(app, purpose),
    )
  }
  const limit = { name: 'registration without work', key: networkKey(ip), policy: freePolicy }
  const [wait = 0] = await app.sharedLimiter.consumeAll([limit])
  if (wait === 0) return
  // The registration is repeated with the solution: the first call counts a quarter.
  const { calls, perSeconds } = limitPolicies.register
  const refunded = { name: 'register', key: ipKey(ip), policy: { calls, perSeconds: (perSeconds * 3) / 4 } }
  await app.sharedLimiter.refund([refunded])
  throw workRequired(
    'Several accounts were created from your network. Your browser has to solve a short task first.',
    await createWorkChallenge(app, purpose),
  )
}

const invalidLink = () => badRequest('This confirmation link is invalid or has expired')

/**
 * Confirms the address that the link was sent to, if it is still the user's. The link can be opened more than once,
 * because some mail programs open links in advance.
 */
export async function verifyEmail(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { token }: { token: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const link = await findToken(tx, 'confirm_email', token, clock.now())
    const user =
      link?.userId === undefined || link.userId === null
        ? undefined
        : await selectUserForUpdate(tx, link.userId)
    if (!user || emailKey(link?.email ?? '') !== user.emailKey) throw invalidLink()
    if (user.emailVerified) return
    await updateUser(tx, user.id, { emailVerified: true })
    await recordActivity(tx, {
      ...ownAct(user),
      action: 'Email Verified',
      description: `${user.username} confirmed their email address`,
      status: 'success',
    })
    invalidateUser(tx, user.id)
  })
}

export type NewAccount = Pick<Registration, 'username' | 'email'> & {
  passwordHash: string
  isOwner?: boolean
  /** True if the operator configured the email address. */
  emailVerified?: boolean
  /** Undefined for accounts that are created by configuration or command line. */
  client?: Client
}

export async function createAccount(tx: Db, account: NewAccount, now: Date): Promise<number> {
  const { username, email, passwordHash, client, isOwner = false, emailVerified = false } = account
  const id = await insertUser(tx, {
    username,
    usernameKey: usernameKey(username),
    email,
    emailKey: emailKey(email),
    emailVerified,
    isOwner,
    createdAt: now,
    ...(client && { registrationIp: client.ip, lastLoginIp: client.ip, lastLoginAt: now, lastActiveAt: now }),
  })
  await insertCredentials(tx, id, passwordHash, now)
  await joinDefaultGroup(tx, id, now)
  await addToSiteTotals(tx, { users: 1 })
  invalidate(tx, 'stats')
  return id
}

export async function startFirstSession(
  tx: Db,
  app: Pick<App, 'clock' | 'secrets'>,
  user: { id: number; holdsAdminKey: boolean },
  client: SignInContext,
): Promise<string> {
  await recordSignInAttempt(tx, {
    userId: user.id,
    ip: client.ip,
    succeeded: true,
    createdAt: app.clock.now(),
  })
  const { token } = await startSession(tx, app, user, client)
  return token
}
