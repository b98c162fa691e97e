import type { Registration } from '#contract/auth.ts'
import type { Client } from '#platform/actor.ts'
import { changed, type Db } from '#platform/database.ts'
import { joinDefaultGroup } from '#server/groups/groups.public.ts'
import { openSession, recordSignInAttempt, type Arrival } from '#server/sessions/sessions.public.ts'
import type { Hub } from '#platform/hub.ts'
import {
  addToUserTotal,
  emailKey,
  insertCredentials,
  insertUser,
  usernameKey,
} from '#server/users/users.public.ts'

export type NewAccount = Pick<Registration, 'username' | 'email'> & {
  passwordHash: string
  isOwner?: boolean
  /** Known to be right, because whoever runs the site named it. */
  emailVerified?: boolean
  /** Where a registration comes from; none when the account is made on the machine itself. */
  client?: Client
}

/** An account in the default group, counted. */
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
  await addToUserTotal(tx, 1)
  changed(tx, 'stats')
  return id
}

/** Who registers is signed in at once. */
export async function openFirstSession(
  tx: Db,
  hub: Pick<Hub, 'clock' | 'secrets'>,
  person: { id: number; holdsAdminKey: boolean },
  client: Arrival,
): Promise<string> {
  await recordSignInAttempt(tx, {
    userId: person.id,
    ip: client.ip,
    succeeded: true,
    createdAt: hub.clock.now(),
  })
  const { token } = await openSession(tx, hub, person, client)
  return token
}
