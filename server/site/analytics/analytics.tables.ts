import { date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'

/** What happened on a day, counted once after its end. */
export const dailyCounts = pgTable('daily_counts', {
  day: date().primaryKey(),
  downloads: integer().notNull(),
  views: integer().notNull(),
  submissions: integer().notNull(),
  registrations: integer().notNull(),
})

/** Counted downloads of a script on a day. Plain ids: a deleted script stays in the figures of its author. */
export const dailyScriptDownloads = pgTable(
  'daily_script_downloads',
  {
    day: date().notNull(),
    scriptId: integer('script_id').notNull(),
    userId: integer('user_id').notNull(),
    downloads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.scriptId] })],
)
