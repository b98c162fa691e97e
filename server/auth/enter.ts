import { holdsAdminKey } from '#contract/permissions.ts'
import type { Client } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import { forbidden } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { readPermissions } from '#server/account/account.public.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import {
  openSession,
  recordSignInAttempt,
  refusalFor,
  type Arrival,
} from '#server/sessions/sessions.public.ts'
import { endCodes, updateUser } from '#server/users/users.public.ts'

type Person = { id: number; username: string; status: string; lockedUntil: Date | null }

/** Why somebody who has proven who they are stays out all the same. A ban is no reason: its screen is for who is signed in. */
export function entryRefusal({ status, lockedUntil }: Person, now: Date): Error | undefined {
  const isLocked = lockedUntil !== null && lockedUntil > now
  return refusalFor({ status, ban: null }) ?? (isLocked ? forbidden('Account locked') : undefined)
}

/** Opens the session at the end of every sign-in, with what is noted of it. Answers its token. */
export async function enter(
  tx: Db,
  hub: Pick<Hub, 'clock' | 'secrets'>,
  { id: userId, username }: Person,
  client: Arrival,
): Promise<string> {
  const now = hub.clock.now()
  await noteAttempt({ db: tx, clock: hub.clock }, client, userId, true)
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
  const isAdministrator = holdsAdminKey(await readPermissions({ db: tx, clock: hub.clock }, userId))
  const { token } = await openSession(tx, hub, { id: userId, holdsAdminKey: isAdministrator }, client)
  return token
}

export async function noteAttempt(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  client: Client,
  userId: number | null,
  succeeded: boolean,
): Promise<void> {
  await recordSignInAttempt(db, { userId, ip: client.ip, succeeded, createdAt: clock.now() })
}
