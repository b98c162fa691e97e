import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import { WorkChallenge, type WorkProof } from '#contract/platform/proof-of-work.ts'
import type { App } from '#platform/app.ts'
import { createWorkChallenge } from '#platform/proof-of-work/proof-of-work.ts'

/** Solves a challenge as a browser does. */
export async function solveWork(challenge: unknown): Promise<WorkProof> {
  const parsed = WorkChallenge.parse(challenge)
  const solution = await solveChallenge({ challenge: parsed, deriveKey })
  if (!solution) throw new Error('The challenge has no solution')
  return { challenge: parsed, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }
}

/** For registrations from one network that are not about the challenge. */
export async function registrationProof(app: App): Promise<WorkProof> {
  return solveWork(await createWorkChallenge(app, 'registration'))
}
