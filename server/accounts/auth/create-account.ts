import type { Registration } from '#contract/accounts/auth.ts'
import type { Client } from '#platform/actor.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { insertCredentials } from '#server/accounts/account/credentials.queries.ts'
import { addToSiteTotals } from '#server/records/records.public.ts'
import { joinDefaultGroup, emailKey, insertUser, usernameKey } from '#server/access/access.public.ts'
import { startSession, type SignInContext } from '#server/accounts/sessions/start-session.ts'
import { insertSignInAttempt as recordSignInAttempt } from '#server/accounts/sessions/sessions.queries.ts'
import type { App } from '#platform/app.ts'

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
