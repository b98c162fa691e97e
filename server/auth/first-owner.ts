import type { OwnerClaim, SignedIn } from '#contract/auth.ts'
import { day } from '#platform/clock.ts'
import { ConfigError } from '#platform/config.ts'
import { inTransaction } from '#platform/database.ts'
import { badRequest, Failure } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { hashPassword } from '#platform/passwords.ts'
import {
  guessablePasswordProblem,
  mailConfirmation,
  readOwnProfile,
  refuseGuessable,
} from '#server/account/account.public.ts'
import type { Arrival } from '#server/sessions/sessions.public.ts'
import {
  findCode,
  issueCode,
  lockOwnership,
  refusingTaken,
  selectHasOwner,
  useCode,
} from '#server/users/users.public.ts'

import { openFirstSession } from './create-account.ts'
import { createOwner, insertOwner } from './create-owner.ts'

const linkLifetime = day
const deadLink = () => badRequest('This link is invalid or has expired')

/**
 * Sees to it that a site can get its owner: the one that the configuration names, else whoever opens the
 * address that this returns. Undefined when there is an owner.
 */
export async function ensureFirstOwner(hub: Hub): Promise<string | undefined> {
  if (await selectHasOwner(hub.db)) return undefined
  const { firstOwner, publicUrl } = hub.config
  if (!firstOwner) {
    const { token } = await issueCode(hub.db, { kind: 'owner', now: hub.clock.now(), lifetime: linkLifetime })
    return `${publicUrl}/claim?token=${token}`
  }
  // Whoever starts the hub may do as they like with it, but is told.
  const problem = await guessablePasswordProblem(hub, firstOwner.password, firstOwner)
  if (problem) hub.log.warn('ADMIN_PASSWORD is easily guessed', { problem })
  try {
    await createOwner(hub, firstOwner, { onlyAsFirst: true })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new ConfigError(
      `ADMIN_USERNAME and ADMIN_EMAIL cannot become the first owner: ${error.message}. ` +
        `An account that exists is made the owner by: npm run hub -- create-owner --username … --email …`,
      { cause: error },
    )
  }
  return undefined
}

/** Whoever opens the link first owns the site. */
export async function claimOwnership(hub: Hub, client: Arrival, claim: OwnerClaim): Promise<SignedIn> {
  const { db, clock } = hub
  const { token, username, email, password } = claim
  if (!(await findCode(db, 'owner', token, clock.now()))) throw deadLink()
  await refuseGuessable(hub, password, { username, email })
  const passwordHash = await hashPassword(password)
  const { id, accessToken } = await refusingTaken(() =>
    inTransaction(db, async (tx) => {
      await lockOwnership(tx)
      const isGood = await useCode(tx, 'owner', token, clock.now())
      if (!isGood || (await selectHasOwner(tx))) throw deadLink()
      const userId = await insertOwner(tx, { username, email, passwordHash, client }, clock.now())
      await mailConfirmation(tx, hub, { id: userId, username, email })
      const person = { id: userId, holdsAdminKey: true }
      return { id: userId, accessToken: await openFirstSession(tx, hub, person, client) }
    }),
  )
  return { accessToken, user: await readOwnProfile(hub, id) }
}
