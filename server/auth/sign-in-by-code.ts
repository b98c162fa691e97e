import type { SecondStep, SignedInByCode } from '#contract/auth.ts'
import type { AuthenticatorKey } from '#contract/two-factor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { conflict, signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { readOwnProfile } from '#server/account/account.public.ts'
import type { Arrival } from '#server/sessions/sessions.public.ts'
import {
  acceptCode,
  beginSetUp,
  completeSetUp,
  isAboutCode,
  limitingCodes,
  needsSetUp,
} from '#server/two-factor/two-factor.public.ts'
import { findCode, selectUserForUpdate, useCode } from '#server/users/users.public.ts'

import { enter, entryRefusal, noteAttempt } from './enter.ts'

const expired = () => signInNeeded('This sign-in has expired. Please enter your password again.')

/** The second step: a wrong code leaves the challenge good for the next try, a right one uses both up. */
export async function signInByCode(
  hub: Hub,
  client: Arrival,
  { challenge, code }: SecondStep,
): Promise<SignedInByCode> {
  const userId = await findChallenged(hub, challenge)
  try {
    const entered = await limitingCodes(hub, userId, () =>
      inTransaction(hub.db, (tx) => takeStep(tx, hub, client, { userId, challenge, code })),
    )
    return { ...entered, user: await readOwnProfile(hub, userId) }
  } catch (error) {
    if (isAboutCode(error)) await noteAttempt(hub, client, userId, false)
    throw error
  }
}

async function takeStep(
  tx: Db,
  hub: Hub,
  client: Arrival,
  { userId, challenge, code }: SecondStep & { userId: number },
): Promise<{ accessToken: string; recovery_codes?: string[] }> {
  const now = hub.clock.now()
  const user = await selectUserForUpdate(tx, userId)
  if (!user || !(await useCode(tx, 'sign_in', challenge, now))) throw expired()
  const refusal = entryRefusal(user, now)
  if (refusal) throw refusal
  if (await needsSetUp(tx, userId)) {
    const codes = await completeSetUp(tx, hub, user, { code })
    return { accessToken: await enter(tx, hub, user, client), recovery_codes: codes }
  }
  await acceptCode(tx, hub, user, code)
  return { accessToken: await enter(tx, hub, user, client) }
}

/** An administrator has turned two-factor on: its secret is made on the way in, the second step confirms it. */
export async function setUpAtSignIn(hub: Hub, challenge: string): Promise<AuthenticatorKey> {
  const userId = await findChallenged(hub, challenge)
  return inTransaction(hub.db, async (tx) => {
    await selectUserForUpdate(tx, userId)
    if (!(await findCode(tx, 'sign_in', challenge, hub.clock.now()))) throw expired()
    if (!(await needsSetUp(tx, userId))) throw conflict('Two-factor authentication is set up already')
    return beginSetUp(tx, hub, userId)
  })
}

async function findChallenged({ db, clock }: Pick<Hub, 'db' | 'clock'>, challenge: string): Promise<number> {
  const code = await findCode(db, 'sign_in', challenge, clock.now())
  if (!code || code.userId === null) throw expired()
  return code.userId
}
