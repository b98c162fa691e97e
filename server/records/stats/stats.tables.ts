import { bigint, check, date, integer, pgTable, smallint, timestamp } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/** The current totals in one row, updated by writes. Downloads can exceed the integer type. */
export const siteTotals = pgTable(
  'site_totals',
  {
    id: smallint().primaryKey().default(1),
    scripts: integer().notNull().default(0),
    users: integer().notNull().default(0),
    downloads: bigint({ mode: 'number' }).notNull().default(0),
    partners: integer().notNull().default(0),
  },
  () => [check('site_totals_one_row', sql`id = 1`)],
)

/** The last snapshot of each day. */
export const dailyStats = pgTable('daily_stats', {
  day: date().primaryKey(),
  scripts: integer().notNull(),
  users: integer().notNull(),
  downloads: bigint({ mode: 'number' }).notNull(),
  partners: integer().notNull(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
})
