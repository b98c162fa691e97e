import { holdsAdminKey } from '#contract/platform/permissions.ts'
import type { Client } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { readPermissions } from '#server/accounts/account/read-own-profile.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { startSession, type SignInContext } from '#server/accounts/sessions/start-session.ts'
import { insertSignInAttempt as recordSignInAttempt } from '#server/accounts/sessions/sessions.queries.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { accountStatusError, updateUser } from '#server/access/access.public.ts'

type Account = { id: number; username: string; status: string; lockedUntil: Date | null }

/** The error for a correct sign-in to a restricted account. Banned users may sign in, to see the ban screen. */
export function signInError({ status, lockedUntil }: Account, now: Date): Error | undefined {
  const isLocked = lockedUntil !== null && lockedUntil > now
  return accountStatusError({ status, ban: null }) ?? (isLocked ? forbidden('Account locked') : undefined)
}

/** The last step of every sign-in. Returns the token of the new session. */
export async function completeSignIn(
  tx: Db,
  app: Pick<App, 'clock' | 'secrets'>,
  { id: userId, username }: Account,
  client: SignInContext,
): Promise<string> {
  const now = app.clock.now()
  await recordAttempt({ db: tx, clock: app.clock }, client, userId, true)
  await updateUser(tx, userId, { lastLoginAt: now, lastLoginIp: client.ip, lastActiveAt: now })
  // A user who knows the password does not need the reset link any more.
  await revokeTokens(tx, userId, ['reset'], now)
  await recordActivity(tx, {
    type: 'user',
    action: 'User Login',
    description: `${username} signed in`,
    status: 'info',
    userId,
    targetId: userId,
    targetType: 'user',
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
