import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { removalReasons } from '#contract/scripts/removal-schemas.ts'
import { users } from '#server/access/users/users.tables.ts'
import { cases, takedownScripts } from '#server/records/cases/cases.tables.ts'

import { scripts } from './scripts.tables.ts'

/** Why a script is hidden. A restored script keeps its row with `restoredAt`. */
export const scriptRemovals = pgTable(
  'script_removals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    scriptId: belongsTo('script_id', () => scripts.id),
    reason: text({ enum: removalReasons }).notNull(),
    /** For the author. */
    note: text().notNull(),
    removedBy: integer('removed_by').references(() => users.id, { onDelete: 'set null' }),
    removedAt: timestamp('removed_at', { withTimezone: true }).notNull(),
    /** The case about this script whose decision hid it, or the notice that took it down. */
    caseId: integer('case_id').references(() => cases.id, { onDelete: 'set null' }),
    /** The publication to return to. */
    before: text({ enum: ['published', 'review'] }).notNull(),
    restoredBy: integer('restored_by').references(() => users.id, { onDelete: 'set null' }),
    restoredAt: timestamp('restored_at', { withTimezone: true }),
    /** When the archives and images were deleted, 30 days after the removal. */
    filesRemovedAt: timestamp('files_removed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('script_removals_open')
      .on(table.scriptId)
      .where(sql`restored_at is null`),
    index('script_removals_script').on(table.scriptId, table.id),
    index('script_removals_recent')
      .on(table.removedAt.desc().nullsFirst())
      .where(sql`restored_at is null`),
    index('script_removals_age')
      .on(table.removedAt)
      .where(sql`restored_at is null and files_removed_at is null`),
  ],
)

/** The notice that holds a script: it hid the script, or took it down after a moderator hid it. */
export const heldBy = and(
  eq(takedownScripts.scriptId, scriptRemovals.scriptId),
  gte(takedownScripts.takenDownAt, scriptRemovals.removedAt),
  isNull(takedownScripts.restoredAt),
)
