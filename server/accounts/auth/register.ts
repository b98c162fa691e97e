import type { RegistrationRequest, SignedIn } from '#contract/accounts/auth.ts'
import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { networkKey } from '#platform/rate-limits/policies.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { mailConfirmation } from '#server/accounts/account/mail-confirmation.ts'
import { readOwnProfile } from '#server/accounts/account/read-own-profile.ts'
import { recordActivity } from '#server/records/records.public.ts'
import type { SignInContext } from '#server/accounts/sessions/start-session.ts'
import {
  assertPermanentEmail,
  emailKey,
  isReservedName,
  assertUnique,
  withUniqueErrors,
  selectTaken,
  usernameKey,
} from '#server/access/access.public.ts'

import { createAccount, startFirstSession } from './create-account.ts'
import { requireWork } from './require-work.ts'

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
      await mailConfirmation(tx, app, { id: userId, username, email })
      await recordActivity(tx, {
        type: 'user',
        action: 'User Registered',
        description: `${username} registered`,
        status: 'success',
        userId,
        targetId: userId,
        targetType: 'user',
      })
      const user = { id: userId, holdsAdminKey: false }
      return { id: userId, accessToken: await startFirstSession(tx, app, user, client) }
    }),
  )
  return { accessToken, user: await readOwnProfile(app, id) }
}
