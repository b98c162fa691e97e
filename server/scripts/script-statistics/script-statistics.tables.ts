import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { downloadSources } from '#contract/scripts/script-statistics.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

const dailyFigures = ['downloads', 'views', 'likes', 'followers', 'reports', 'servers'] as const

/**
 * The counts of a script on a day, in UTC. Each counted download adds to the counters of the script and to this
 * table in one statement, so that both use one definition. Triggers of the migration add followers and works reports.
 */
export const scriptDays = pgTable(
  'script_days',
  {
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    figure: text({ enum: dailyFigures }).notNull(),
    /** The version of a download. 0 for one that is not known, and for other figures. */
    versionId: integer('version_id').notNull(),
    /** Where a download came from; '' for other figures. */
    source: text({ enum: [...downloadSources, ''] }).notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scriptId, table.day, table.figure, table.versionId, table.source] }),
    // For the removal of old days.
    index('script_days_day').on(table.day),
  ],
)

/** The servers that asked for updates today, as salted hashes. Rows of past days are deleted. */
export const updateServers = pgTable(
  'update_servers',
  {
    day: date().notNull(),
    scriptId: integer('script_id').notNull(),
    server: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.scriptId, table.server] })],
)
