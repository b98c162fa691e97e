import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { removeEndedSessions, removeSignInAttempts } from './sessions.queries.ts'

/** Sign-in attempts contain IPs; the success rate of sign-ins covers the same time. */
const attemptRetention = 90 * day

export async function sweepSessions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await removeEndedSessions(db, now)
  await removeSignInAttempts(db, after(now, -attemptRetention))
}
