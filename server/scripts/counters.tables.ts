import { date, index, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { downloadSources } from '#contract/scripts/script-authors.ts'
import { users } from '#server/access/users/users.tables.ts'

import { scripts } from './scripts.tables.ts'

export const likes = pgTable(
  'likes',
  {
    userId: belongsTo('user_id', () => users.id),
    scriptId: belongsTo('script_id', () => scripts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.scriptId] }),
    index('likes_script').on(table.scriptId),
  ],
)

/** The viewers of today as salted hashes; rows of past days are deleted. */
export const recentViews = pgTable(
  'recent_views',
  {
    scriptId: integer('script_id').notNull(),
    viewer: text().notNull(),
    day: date().notNull(),
    count: smallint().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.scriptId, table.viewer, table.day] })],
)

/** When a user last fetched the link of a script, and when a download last counted. */
export const scriptDownloads = pgTable(
  'script_downloads',
  {
    userId: belongsTo('user_id', () => users.id),
    scriptId: belongsTo('script_id', () => scripts.id),
    linkedAt: timestamp('linked_at', { withTimezone: true }).notNull(),
    countedAt: timestamp('counted_at', { withTimezone: true }),
    /** The version that was downloaded last. Null for a download of an earlier release. */
    versionId: integer('version_id'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.scriptId] }),
    index('script_downloads_script').on(table.scriptId),
    index('script_downloads_counted').on(table.countedAt, table.scriptId),
  ],
)

const dailyFigures = ['downloads', 'views', 'likes', 'followers', 'reports', 'servers'] as const

/**
 * The counts of a script on a day, in UTC. Each counted download adds to the counters of the script and to this
 * table in one statement, so that both use one definition. Triggers of the migration add followers and works reports.
 */
export const scriptDays = pgTable(
  'script_days',
  {
    scriptId: belongsTo('script_id', () => scripts.id),
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
