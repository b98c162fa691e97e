import { setTimeout as pause } from 'node:timers/promises'

import { tooMany } from '#platform/failures.ts'
import { addressKey, type Limited } from '#platform/limits.ts'
import type { ExactLimits } from '#platform/limits/exact-limits.ts'

/** Milliseconds that a guess at an account under attack takes. Its owner waits too, but is never locked out. */
const slowedBy = 1000

/** Failed sign-ins only (security.md, 1.7): each holds somebody who guesses in another way. */
function limitsOf(account: string, address: string): { refusing: Limited[]; slowing: Limited } {
  const ofBoth = { name: 'sign-in of account and address', key: `${account} ${address}` }
  return {
    refusing: [
      { ...ofBoth, policy: { calls: 10, perSeconds: 300 } },
      { name: 'sign-in of address', key: address, policy: { calls: 20, perSeconds: 300 } },
      { name: 'sign-in', key: 'all', policy: { calls: 1000, perSeconds: 300 } },
    ],
    slowing: { name: 'sign-in of account', key: account, policy: { calls: 100, perSeconds: 3600 } },
  }
}

/**
 * Reserves room for one failure before the password is looked at, so that attempts made at the same moment
 * count too. Who fails keeps it; `giveBack` frees it for whoever succeeds, or was not answered at all.
 */
export async function reserveFailure(
  limits: ExactLimits,
  account: string,
  ip: string,
): Promise<{ giveBack: () => Promise<void> }> {
  const { refusing, slowing } = limitsOf(account, addressKey(ip))
  const wanted = [...refusing, slowing]
  const waits = await limits.count(wanted)
  const taken = wanted.filter((_, index) => waits[index] === 0)
  const giveBack = () => limits.giveBack(taken.splice(0))
  const wait = Math.max(...waits.slice(0, refusing.length))
  if (wait > 0) {
    await giveBack()
    throw tooMany('Too many failed sign-ins. Please try again later.', wait)
  }
  if (!taken.includes(slowing)) await pause(slowedBy)
  return { giveBack }
}
