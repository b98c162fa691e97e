import type { OwnerClaim, SignedIn } from '#contract/accounts/auth.ts'
import { day } from '#platform/clock.ts'
import { ConfigError } from '#platform/config.ts'
import { inTransaction } from '#platform/database/database.ts'
import { badRequest, HttpError } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import {
  guessablePasswordProblem,
  assertStrongPassword,
} from '#server/accounts/account/guessable-password.ts'
import { mailConfirmation } from '#server/accounts/account/mail-confirmation.ts'
import { readOwnProfile } from '#server/accounts/account/read-own-profile.ts'
import type { SignInContext } from '#server/accounts/sessions/start-session.ts'
import { findToken, issueToken, consumeToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'
import { lockOwnership, withUniqueErrors, selectHasOwner } from '#server/access/access.public.ts'

import { startFirstSession } from './create-account.ts'
import { createOwner, insertOwner } from './create-owner.ts'

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
      await mailConfirmation(tx, app, { id: userId, username, email })
      const user = { id: userId, holdsAdminKey: true }
      return { id: userId, accessToken: await startFirstSession(tx, app, user, client) }
    }),
  )
  return { accessToken, user: await readOwnProfile(app, id) }
}
