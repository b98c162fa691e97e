import { and, eq, gt, isNull, or, type SQL, type SQLWrapper } from 'drizzle-orm'

import { bans } from './bans.tables.ts'

/** What a query joins to find the ban that counts at that moment; a timed ban ends by itself. */
export function isBanInForce(userId: SQLWrapper, now: Date | SQLWrapper): SQL | undefined {
  return and(
    eq(bans.userId, userId),
    isNull(bans.liftedAt),
    or(eq(bans.isPermanent, true), gt(bans.expiresAt, now)),
  )
}
