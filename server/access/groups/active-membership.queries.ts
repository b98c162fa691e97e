import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The condition that a row of `memberships` is active (docs/domain-rules.md, Memberships). */
export function activeMembership(now: Date | SQLWrapper): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  // Text instead of columns: Drizzle drops their table name in a select of one table.
  return sql`(memberships.is_active and (memberships.expires_at is null or memberships.expires_at > ${time}::timestamptz))`
}
