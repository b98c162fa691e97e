import { setTimeout as pause } from 'node:timers/promises'

import { tooMany } from '#platform/errors.ts'
import { ipKey, type Limited } from '#platform/rate-limits/policies.ts'
import type { SharedLimiter } from '#platform/rate-limits/shared-limiter.ts'

/** Milliseconds. Slows down guessing for an attacked account; its owner waits too but is never locked out. */
const attackDelay = 1000

/** Limits of failed sign-ins. Each one covers a different way to guess. */
function limitsOf(account: string, ip: string): { rejecting: Limited[]; slowing: Limited } {
  const accountAndIp = { name: 'sign-in of account and address', key: `${account} ${ip}` }
  return {
    rejecting: [
      { ...accountAndIp, policy: { calls: 10, perSeconds: 300 } },
      { name: 'sign-in of address', key: ip, policy: { calls: 20, perSeconds: 300 } },
      { name: 'sign-in', key: 'all', policy: { calls: 1000, perSeconds: 300 } },
    ],
    slowing: { name: 'sign-in of account', key: account, policy: { calls: 100, perSeconds: 3600 } },
  }
}

/**
 * Counts a failed sign-in before the password is checked, so that concurrent attempts count too. `refund` reverts it
 * after a success or an error of the server.
 */
export async function reserveFailure(
  limits: SharedLimiter,
  account: string,
  ip: string,
): Promise<{ refund: () => Promise<void> }> {
  const { rejecting, slowing } = limitsOf(account, ipKey(ip))
  const wanted = [...rejecting, slowing]
  const waits = await limits.consumeAll(wanted)
  const taken = wanted.filter((_, index) => waits[index] === 0)
  const refund = () => limits.refund(taken.splice(0))
  const wait = Math.max(...waits.slice(0, rejecting.length))
  if (wait > 0) {
    await refund()
    throw tooMany('Too many failed sign-ins.', wait)
  }
  if (!taken.includes(slowing)) await pause(attackDelay)
  return { refund }
}
