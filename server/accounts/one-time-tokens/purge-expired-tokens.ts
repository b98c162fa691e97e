import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { removeExpiredTokens } from './one-time-tokens.queries.ts'

/** Expired tokens are removed after a day, because the daily limits count them. */
export async function purgeExpiredTokens({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await removeExpiredTokens(db, after(clock.now(), -day))
}
