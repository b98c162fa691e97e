import { after, day } from '#platform/clock.ts'
import type { Hub } from '#platform/hub.ts'

import { removeExpiredCodes } from './codes.queries.ts'

/** Kept for a day after their end: so long they count against what one account may ask for in a day. */
export async function forgetExpiredCodes({ db, clock }: Pick<Hub, 'db' | 'clock'>): Promise<void> {
  await removeExpiredCodes(db, after(clock.now(), -day))
}
