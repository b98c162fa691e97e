import type { TwoFactorChallenge, SignedIn, SignIn } from '#contract/accounts/auth.ts'
import type { Client } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { assertPasswordCapacity, verifyPassword } from '#platform/passwords/passwords.ts'
import { readOwnProfile } from '#server/accounts/account/read-own-profile.ts'
import type { SignInContext } from '#server/accounts/sessions/start-session.ts'
import { selectPasswordHash, selectAccountByEmail } from '#server/accounts/account/credentials.queries.ts'
import { emailKey, selectUserForUpdate } from '#server/access/access.public.ts'

import { createTwoFactorChallenge } from './issue-challenge.ts'
import { completeSignIn, signInError, recordAttempt } from './complete-sign-in.ts'
import { reserveFailure } from './sign-in-limits.ts'

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
