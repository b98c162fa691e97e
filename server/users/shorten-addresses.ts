import { after, day } from '#platform/clock.ts'
import type { Hub } from '#platform/hub.ts'

import { selectOldAddresses, updateAddress } from './addresses.queries.ts'
import { networkOf } from './users.rules.ts'

/** Addresses of the network are kept whole for 90 days, then only the network they were in (security.md, 1.4). */
const keptFor = 90 * day

export async function shortenAddresses({ db, clock }: Pick<Hub, 'db' | 'clock'>): Promise<void> {
  const before = after(clock.now(), -keptFor)
  for (const user of await selectOldAddresses(db, before)) {
    const { id, registrationIp, createdAt, lastLoginIp, lastLoginAt } = user
    if (registrationIp !== null && createdAt < before)
      await updateAddress(db, id, 'registrationIp', shorten(registrationIp))
    if (lastLoginIp !== null && lastLoginAt !== null && lastLoginAt < before)
      await updateAddress(db, id, 'lastLoginIp', shorten(lastLoginIp))
  }
}

function shorten(whole: string): { whole: string; shortened: string } {
  return { whole, shortened: networkOf(whole) }
}
