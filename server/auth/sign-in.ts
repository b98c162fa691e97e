import type { CodeNeeded, SignedIn, SignIn } from '#contract/auth.ts'
import type { Client } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { requireRoomForPassword, verifyPassword } from '#platform/passwords.ts'
import { readOwnProfile } from '#server/account/account.public.ts'
import type { Arrival } from '#server/sessions/sessions.public.ts'
import {
  emailKey,
  selectAccountByEmail,
  selectPasswordHash,
  selectUserForUpdate,
} from '#server/users/users.public.ts'

import { askForCode } from './ask-for-code.ts'
import { enter, entryRefusal, noteAttempt } from './enter.ts'
import { reserveFailure } from './sign-in-limits.ts'

type Account = NonNullable<Awaited<ReturnType<typeof selectAccountByEmail>>>

/** Neither the answer nor its time tells which of the two was wrong. */
const wrong = () => signInNeeded('Invalid email or password')

/** A banned person may sign in: the ban screen is shown to who is signed in. */
export async function signIn(
  hub: Hub,
  client: Arrival,
  { email, password }: SignIn,
): Promise<SignedIn | CodeNeeded> {
  const { db, clock } = hub
  const account = await checkPassword(hub, client, email, password)
  const refusal = entryRefusal(account, clock.now())
  if (refusal) {
    await noteAttempt(hub, client, account.id, false)
    throw refusal
  }
  const answer = await inTransaction(db, async (tx) => {
    const user = await requireUnchangedPassword(tx, account)
    // Who was suspended while the password was being checked stays out as well.
    const lateRefusal = entryRefusal(user, clock.now())
    if (lateRefusal) throw lateRefusal
    if (user.twoFactorEnabled) return askForCode(tx, hub, user.id)
    return { accessToken: await enter(tx, hub, user, client) }
  })
  if (!('accessToken' in answer)) return answer
  return { ...answer, user: await readOwnProfile(hub, account.id) }
}

async function checkPassword(hub: Hub, client: Client, email: string, password: string): Promise<Account> {
  requireRoomForPassword()
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

/** A password that was changed while it was being checked must not open a session that outlives the change. */
async function requireUnchangedPassword(tx: Db, account: Account) {
  const user = await selectUserForUpdate(tx, account.id)
  if (!user || (await selectPasswordHash(tx, account.id)) !== account.passwordHash) throw wrong()
  return user
}
