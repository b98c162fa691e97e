import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

import type { WorkChallenge, WorkProof } from '#contract/platform/proof-of-work.ts'
import { ApiError } from '#web/app/call.ts'

/**
 * Not in a worker: its URL would need a policy of trusted types. The browser derives the keys in threads of its own, so
 * the page responds meanwhile.
 */
export async function solveWork(challenge: WorkChallenge): Promise<WorkProof> {
  if (!isSecureContext)
    throw new ApiError('To create an account from your network, open this site with https.')
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new ApiError('Your browser took too long. Please try again.')
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }
}
