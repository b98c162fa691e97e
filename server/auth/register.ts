import type { Registration, SignedIn } from '#contract/auth.ts'
import { inTransaction } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { networkKey } from '#platform/limits.ts'
import { hashPassword } from '#platform/passwords.ts'
import { mailConfirmation, readOwnProfile } from '#server/account/account.public.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import type { Arrival } from '#server/sessions/sessions.public.ts'
import {
  emailKey,
  isReservedName,
  refuseTaken,
  refusingTaken,
  selectTaken,
  usernameKey,
} from '#server/users/users.public.ts'

import { createAccount, openFirstSession } from './create-account.ts'

/** New accounts from one small network; the limit of a single address is the endpoint's. */
const networkLimit = { calls: 20, perSeconds: 24 * 3600 }

export async function register(hub: Hub, client: Arrival, sent: Registration): Promise<SignedIn> {
  const { username, email, password } = sent
  const keys = { usernameKey: usernameKey(username), emailKey: emailKey(email) }
  const taken = await selectTaken(hub.db, keys)
  refuseTaken({ ...taken, username: taken.username || isReservedName(username, hub.config.siteName) })
  await hub.limits.take('registration of network', networkKey(client.ip), networkLimit)
  // Before the transaction: a connection must not wait for the processor.
  const passwordHash = await hashPassword(password)

  const { id, accessToken } = await refusingTaken(() =>
    inTransaction(hub.db, async (tx) => {
      const userId = await createAccount(tx, { username, email, passwordHash, client }, hub.clock.now())
      await mailConfirmation(tx, hub, { id: userId, username, email })
      await recordActivity(tx, {
        type: 'user',
        action: 'User Registered',
        description: `${username} registered`,
        status: 'success',
        userId,
        targetId: userId,
        targetType: 'user',
      })
      const person = { id: userId, holdsAdminKey: false }
      return { id: userId, accessToken: await openFirstSession(tx, hub, person, client) }
    }),
  )
  return { accessToken, user: await readOwnProfile(hub, id) }
}
