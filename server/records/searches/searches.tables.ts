import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Searches without a result. */
export const emptySearches = pgTable(
  'empty_searches',
  {
    day: date().notNull(),
    query: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.query] }),
    index('empty_searches_day').on(table.day, table.count.desc().nullsFirst()),
  ],
)
