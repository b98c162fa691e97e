import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { frameworks } from '#contract/scripts/script-limits.ts'
import { worksOutcomes } from '#contract/scripts/works-reports.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

/** How a version works for one user. A trigger of the migration counts the reports that are not removed. */
export const worksReports = pgTable(
  'works_reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    versionId: belongsTo('version_id', () => scriptVersions.id),
    scriptId: belongsTo('script_id', () => scripts.id),
    userId: belongsTo('user_id', () => users.id),
    outcome: text({ enum: worksOutcomes }).notNull(),
    framework: text({ enum: frameworks }),
    /** The build of the game server. */
    build: integer(),
    text: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    answer: text(),
    answeredBy: integer('answered_by'),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    /** The number of a later version. */
    fixedIn: text('fixed_in'),
    /** A moderator hid it: only its writer and moderators see it. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    removedBy: integer('removed_by'),
    removalReason: text('removal_reason'),
  },
  (table) => [
    unique('works_reports_of_user').on(table.userId, table.versionId),
    index('works_reports_version')
      .on(table.versionId, table.id.desc().nullsFirst())
      .where(sql`removed_at is null`),
    index('works_reports_script').on(table.scriptId),
    // Lists of moderators.
    index('works_reports_removed')
      .on(table.id.desc().nullsFirst())
      .where(sql`removed_at is not null`),
  ],
)

/** Reports of a version by framework and build. Framework `all` with build 0 has the totals; '' and 0 are unknown ones. */
export const worksCounts = pgTable(
  'works_counts',
  {
    versionId: belongsTo('version_id', () => scriptVersions.id),
    build: integer().notNull(),
    framework: text().notNull(),
    works: integer().notNull(),
    problems: integer().notNull(),
    fails: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.build, table.framework] })],
)

/**
 * When a user first fetched the link of a version. Downloads of an earlier release are in script_downloads only, which
 * has the last version of each script.
 */
export const versionDownloads = pgTable(
  'version_downloads',
  {
    userId: belongsTo('user_id', () => users.id),
    versionId: belongsTo('version_id', () => scriptVersions.id),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.versionId] }),
    index('version_downloads_version').on(table.versionId),
  ],
)
