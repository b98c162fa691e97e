import type { OwnerClaim, SignedIn, OwnerAccount } from '#contract/accounts/auth.ts'
import type { App } from '#platform/app.ts'
import { day } from '#platform/clock.ts'
import { ConfigError } from '#platform/config.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { badRequest, HttpError } from '#platform/errors.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import {
  lockOwnership,
  withUniqueErrors,
  selectHasOwner,
  joinGroup,
  invalidateUser,
  emailKey,
  updateUser,
  usernameKey,
} from '#server/access/access.public.ts'
import { mailConfirmation } from '#server/accounts/account/account-mails.ts'
import { selectAccountByEmail } from '#server/accounts/account/account.queries.ts'
import { readOwnProfile } from '#server/accounts/account/own-profile.ts'
import { guessablePasswordProblem, assertStrongPassword } from '#server/accounts/account/passwords.ts'
import { removeTokensOfKind as removeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { findToken, issueToken, consumeToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import type { SignInContext } from '#server/accounts/sessions/sessions.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'

import { startFirstSession, createAccount, type NewAccount } from './register.ts'

const linkLifetime = day
const invalidLink = () => badRequest('This link is invalid or has expired')

/**
 * Creates the configured owner of a new site or returns the one-time link that creates one. Returns undefined when the
 * site has an owner.
 */
export async function ensureFirstOwner(app: App): Promise<string | undefined> {
  if (await selectHasOwner(app.db)) return undefined
  const { firstOwner, publicUrl } = app.config
  if (!firstOwner) {
    const { token } = await issueToken(app.db, {
      kind: 'owner',
      now: app.clock.now(),
      lifetime: linkLifetime,
    })
    return `${publicUrl}/claim?token=${token}`
  }
  const problem = await guessablePasswordProblem(app, firstOwner.password, firstOwner)
  if (problem) app.log.warn('ADMIN_PASSWORD is easily guessed', { problem })
  try {
    await createOwner(app, firstOwner, { onlyAsFirst: true })
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new ConfigError(
      `ADMIN_USERNAME and ADMIN_EMAIL cannot become the first owner: ${error.message}. ` +
        `To make an existing account the owner: npm run hub -- create-owner --username … --email …`,
      { cause: error },
    )
  }
  return undefined
}

export async function claimOwnership(app: App, client: SignInContext, claim: OwnerClaim): Promise<SignedIn> {
  const { db, clock } = app
  const { token, username, email, password } = claim
  if (!(await findToken(db, 'owner', token, clock.now()))) throw invalidLink()
  await assertStrongPassword(app, password, { username, email })
  const passwordHash = await hashPassword(password)
  const { id, accessToken } = await withUniqueErrors(() =>
    inTransaction(db, async (tx) => {
      await lockOwnership(tx)
      const isValid = await consumeToken(tx, 'owner', token, clock.now())
      if (!isValid || (await selectHasOwner(tx))) throw invalidLink()
      const userId = await insertOwner(tx, { username, email, passwordHash, client }, clock.now())
      await mailConfirmation(tx, app, { id: userId, email })
      const user = { id: userId, holdsAdminKey: true }
      return { id: userId, accessToken: await startFirstSession(tx, app, user, client) }
    }),
  )
  return { accessToken, user: await readOwnProfile(app, id) }
}

type Context = Pick<App, 'db' | 'clock'>

/** Only for the start configuration and the command line. */
export async function createOwner(
  { db, clock }: Context,
  owner: OwnerAccount,
  options: { onlyAsFirst?: boolean } = {},
): Promise<void> {
  const passwordHash = await hashPassword(owner.password)
  await withUniqueErrors(() =>
    inTransaction(db, async (tx) => {
      // Two nodes that start concurrently must create only one owner.
      await lockOwnership(tx)
      if (options.onlyAsFirst && (await selectHasOwner(tx))) return
      await insertOwner(tx, { ...owner, passwordHash, emailVerified: true }, clock.now())
    }),
  )
}

/** Makes an existing account an owner; its password does not change. Returns false if there is no such account. */
export async function promoteToOwner(
  { db, clock }: Context,
  { username, email }: Pick<OwnerAccount, 'username' | 'email'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await selectAccountByEmail(tx, emailKey(email))
    if (!account || usernameKey(account.username) !== usernameKey(username)) return false
    await lockOwnership(tx)
    await updateUser(tx, account.id, { isOwner: true })
    await grantOwnership(tx, account, clock.now())
    invalidateUser(tx, account.id)
    return true
  })
}

/** Call this after `lockOwnership`. */
async function insertOwner(tx: Db, owner: NewAccount, now: Date): Promise<number> {
  const id = await createAccount(tx, { ...owner, isOwner: true }, now)
  await grantOwnership(tx, { id, username: owner.username }, now)
  return id
}

/** Also removes the one-time links that create the first owner. */
async function grantOwnership(tx: Db, { id, username }: { id: number; username: string }, now: Date) {
  await joinGroup(tx, id, 'owner', now)
  await removeTokens(tx, 'owner')
  await recordActivity(tx, {
    ...ownAct({ id }),
    action: 'Owner Created',
    description: `${username} owns this site`,
    status: 'success',
  })
}
