import type { WorkProof } from '#contract/platform/proof-of-work.ts'
import type { App } from '#platform/app.ts'
import { workRequired } from '#platform/errors.ts'
import { createWorkChallenge, isValidWork } from '#platform/proof-of-work/proof-of-work.ts'
import { ipKey, limitPolicies, networkKey } from '#platform/rate-limits/policies.ts'

const purpose = 'registration'

/** Accounts from one network that need no solved task. */
const freePolicy = { calls: 2, perSeconds: 24 * 3600 }

/** Slows a flood of registrations down where a captcha of a third party would be. */
export async function requireWork(app: App, ip: string, proof: WorkProof | undefined): Promise<void> {
  if (proof) {
    if (await isValidWork(app, proof, purpose)) return
    throw workRequired(
      'The check of your browser is not valid. Please try again.',
      await createWorkChallenge(app, purpose),
    )
  }
  const limit = { name: 'registration without work', key: networkKey(ip), policy: freePolicy }
  const [wait = 0] = await app.sharedLimiter.consumeAll([limit])
  if (wait === 0) return
  // The registration is repeated with the solution: the first call counts a quarter.
  const { calls, perSeconds } = limitPolicies.register
  const refunded = { name: 'register', key: ipKey(ip), policy: { calls, perSeconds: (perSeconds * 3) / 4 } }
  await app.sharedLimiter.refund([refunded])
  throw workRequired(
    'Several accounts were created from your network. Your browser has to solve a short task first.',
    await createWorkChallenge(app, purpose),
  )
}
