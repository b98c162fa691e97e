import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * The condition that a row of `bans` is active (docs/domain-rules.md, Bans and account status). It is in this feature
 * because bans depend on groups, and groups need it too.
 */
export function activeBan(now: Date | SQLWrapper): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  // Text instead of columns: Drizzle drops their table name in a select of one table.
  return sql`(bans.lifted_at is null and (bans.is_permanent or bans.expires_at > ${time}::timestamptz))`
}
