import { bigint, check, date, integer, pgTable, smallint, timestamp } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/** The totals of now, in one row that the writes keep. A million scripts can have more downloads than an integer holds. */
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

/** The totals of a day, as its last snapshot saw them. */
export const dailyStats = pgTable('daily_stats', {
  day: date().primaryKey(),
  scripts: integer().notNull(),
  users: integer().notNull(),
  downloads: bigint({ mode: 'number' }).notNull(),
  partners: integer().notNull(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
})
