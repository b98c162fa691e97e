import { after, day } from '#platform/clock.ts'
import type { Hub } from '#platform/hub.ts'

import { removeExpiredSessions, removeSignInAttempts } from './sessions.queries.ts'

/** How long addresses of the network are kept (security.md, 1.4); the success rate is one of this time. */
const attemptsKeptFor = 90 * day

export async function sweepSessions({ db, clock }: Pick<Hub, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await removeExpiredSessions(db, now)
  await removeSignInAttempts(db, after(now, -attemptsKeptFor))
}
