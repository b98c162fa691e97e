import { setTimeout as pause } from 'node:timers/promises'

import { tooMany } from '#platform/failures.ts'
import { addressKey, type LimitPolicy, type Limits } from '#platform/limits.ts'

/** Failed sign-ins only (security.md, 1.7): each policy holds somebody who guesses in another way. */
const policies: Record<'accountAndAddress' | 'address' | 'site' | 'account', LimitPolicy> = {
  accountAndAddress: { calls: 10, perSeconds: 300 },
  address: { calls: 20, perSeconds: 300 },
  site: { calls: 1000, perSeconds: 300 },
  account: { calls: 100, perSeconds: 3600 },
}

/** Milliseconds that a guess at an account under attack takes. Its owner waits too, but is never locked out. */
const slowedBy = 1000

/**
 * Reserves room for one failure before the password is looked at, so that attempts made at the same moment
 * count too. Who fails keeps it; `giveBack` frees it for whoever succeeds, or was not answered at all.
 */
export async function reserveFailure(
  limits: Limits,
  account: string,
  ip: string,
): Promise<{ giveBack: () => void }> {
  const address = addressKey(ip)
  const strict = [
    {
      name: 'sign-in of account and address',
      key: `${account} ${address}`,
      policy: policies.accountAndAddress,
    },
    { name: 'sign-in of address', key: address, policy: policies.address },
    { name: 'sign-in', key: 'all', policy: policies.site },
  ]
  const taken: typeof strict = []
  const giveBack = () => {
    for (const { name, key, policy } of taken.splice(0)) limits.giveBack(name, key, policy)
  }
  for (const limit of strict) {
    if (!limits.hit(limit.name, limit.key, limit.policy)) {
      giveBack()
      const wait = limits.retryAfter(limit.name, limit.key, limit.policy)
      throw tooMany('Too many failed sign-ins. Please try again later.', wait)
    }
    taken.push(limit)
  }
  const ofAccount = { name: 'sign-in of account', key: account, policy: policies.account }
  if (limits.hit(ofAccount.name, ofAccount.key, ofAccount.policy)) taken.push(ofAccount)
  else await pause(slowedBy)
  return { giveBack }
}
