import { holdsAdminKey } from '#contract/permissions.ts'
import type { SignedIn, SignIn } from '#contract/auth.ts'
import type { Client } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { forbidden, signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { verifyPassword } from '#platform/passwords.ts'
import { readOwnProfile, readPermissions } from '#server/account/account.public.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { openSession, recordSignInAttempt, refusalFor } from '#server/sessions/sessions.public.ts'
import {
  emailKey,
  endCodes,
  selectAccountByEmail,
  selectPasswordHash,
  selectUserForUpdate,
  updateUser,
} from '#server/users/users.public.ts'

import { reserveFailure } from './sign-in-limits.ts'

type Account = NonNullable<Awaited<ReturnType<typeof selectAccountByEmail>>>

/** Neither the answer nor its time tells which of the two was wrong. */
const wrong = () => signInNeeded('Invalid email or password')

/** A banned person may sign in: the ban screen is shown to who is signed in. */
export async function signIn(hub: Hub, client: Client, { email, password }: SignIn): Promise<SignedIn> {
  const { db, clock } = hub
  const account = await checkPassword(hub, client, email, password)
  const refusal = refusalFor({ status: account.status, ban: null }) ?? lockOf(account, clock.now())
  if (refusal) {
    await noteAttempt(hub, client, account.id, false)
    throw refusal
  }
  const isAdministrator = holdsAdminKey(await readPermissions(hub, account.id))
  const accessToken = await inTransaction(db, async (tx) => {
    await requireUnchangedPassword(tx, account)
    await noteAttempt({ db: tx, clock }, client, account.id, true)
    await noteVisit(tx, hub, account, client)
    const { token } = await openSession(tx, hub, { id: account.id, holdsAdminKey: isAdministrator }, client)
    return token
  })
  return { accessToken, user: await readOwnProfile(hub, account.id) }
}

async function checkPassword(hub: Hub, client: Client, email: string, password: string): Promise<Account> {
  const key = emailKey(email)
  const { giveBack } = await reserveFailure(hub.limits, key, client.ip)
  try {
    const account = await selectAccountByEmail(hub.db, key)
    if (await verifyPassword(account?.passwordHash, password)) {
      await giveBack()
      if (account) return account
    }
    // Noted for unknown accounts too: writing takes time that would tell them apart.
    await noteAttempt(hub, client, account?.id ?? null, false)
  } catch (error) {
    // Nobody guessed anything when the hub was too busy to look.
    await giveBack()
    throw error
  }
  throw wrong()
}

function lockOf({ lockedUntil }: Account, now: Date) {
  return lockedUntil !== null && lockedUntil > now ? forbidden('Account locked') : undefined
}

/** A password that was changed while it was being checked must not open a session that outlives the change. */
async function requireUnchangedPassword(tx: Db, account: Account): Promise<void> {
  await selectUserForUpdate(tx, account.id)
  if ((await selectPasswordHash(tx, account.id)) !== account.passwordHash) throw wrong()
}

async function noteAttempt(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  client: Client,
  userId: number | null,
  succeeded: boolean,
): Promise<void> {
  await recordSignInAttempt(db, { userId, ip: client.ip, succeeded, createdAt: clock.now() })
}

async function noteVisit(tx: Db, { clock }: Pick<Hub, 'clock'>, account: Account, client: Client) {
  const { id: userId, username } = account
  const now = clock.now()
  await updateUser(tx, userId, { lastLoginAt: now, lastLoginIp: client.ip, lastActiveAt: now })
  // Who remembers the password has no use for a link that sets another one.
  await endCodes(tx, userId, ['reset'], now)
  await recordActivity(tx, {
    type: 'user',
    action: 'User Login',
    description: `${username} signed in`,
    status: 'info',
    userId,
    targetId: userId,
    targetType: 'user',
  })
}
