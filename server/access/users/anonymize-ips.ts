import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { selectWholeIps, updateIp } from './users.queries.ts'
import { networkOf } from './users.rules.ts'

/** After this time an IP is replaced by its network (docs/domain-rules.md, Retention). */
const retention = 90 * day

export async function anonymizeIps({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = after(clock.now(), -retention)
  for (const user of await selectWholeIps(db, before)) {
    const { id, registrationIp, createdAt, lastLoginIp, lastLoginAt } = user
    if (registrationIp !== null && createdAt < before)
      await updateIp(db, id, 'registrationIp', registrationIp, networkOf(registrationIp))
    if (lastLoginIp !== null && lastLoginAt !== null && lastLoginAt < before)
      await updateIp(db, id, 'lastLoginIp', lastLoginIp, networkOf(lastLoginIp))
  }
}
