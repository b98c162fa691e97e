import { randomInt } from 'node:crypto'

import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { WorkChallenge, type WorkProof } from '#contract/platform/proof-of-work.ts'
import type { App } from '#platform/app.ts'
import { minute } from '#platform/clock.ts'

/** A browser of a phone takes about five seconds, one of a computer less than one. */
const cost = 5_000
const counter = { min: 200, max: 400 }
const lifetime = 10 * minute

type Tools = Pick<App, 'secrets' | 'clock'>

/** A signed task that takes a browser some time to solve and the server a few milliseconds to create. */
export async function createWorkChallenge(
  { secrets, clock }: Tools,
  purpose: string,
): Promise<WorkChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counter.min, counter.max),
    deriveKey,
    data: { purpose, expires: clock.now().getTime() + lifetime },
    ...keysOf(secrets),
  })
  return WorkChallenge.parse(challenge)
}

/** Each challenge is accepted once, by all nodes together. */
export async function isValidWork(
  { secrets, clock, sharedLimiter }: Tools & Pick<App, 'sharedLimiter'>,
  { challenge, solution }: WorkProof,
  purpose: string,
): Promise<boolean> {
  const { data } = challenge.parameters
  // Before the solution: what is not signed by this site must not cost time.
  if (data.purpose !== purpose || data.expires <= clock.now().getTime()) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(secrets) })
  if (!verified) return false
  const policy = { calls: 1, perSeconds: lifetime / 1_000 }
  const [wait] = await sharedLimiter.consumeAll([{ name: 'solved work', key: challenge.signature, policy }])
  return wait === 0
}

function keysOf({ work }: App['secrets']) {
  const secret = Buffer.from(work).toString('base64url')
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
}
