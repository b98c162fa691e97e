import { doublePrecision, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import { removalReasons } from '#contract/scripts/removal-schemas.ts'
import { bulkActKinds } from '#contract/moderation/sanctions.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'

/** Bans, suspensions and lifted bans of many users in one call, so that they can be undone. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: bulkActKinds }).notNull(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authority of the actor at that time; another user needs at least as much to undo it. */
    actorAuthority: doublePrecision('actor_authority').notNull(),
    /** Why the scripts of these users were hidden too; null if they were not. */
    hiddenFor: text('hidden_for', { enum: removalReasons }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('bulk_acts_created').on(table.createdAt)],
)

/** The users for whom the act succeeded. */
export const bulkActUsers = pgTable(
  'bulk_act_users',
  {
    actId: integer('act_id')
      .notNull()
      .references(() => bulkActs.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The ban that was issued or lifted. */
    banId: integer('ban_id'),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.userId] }),
    index('bulk_act_users_user').on(table.userId),
  ],
)

/** The removals of the scripts that the act hid. */
export const bulkActRemovals = pgTable(
  'bulk_act_removals',
  {
    actId: integer('act_id')
      .notNull()
      .references(() => bulkActs.id, { onDelete: 'cascade' }),
    removalId: integer('removal_id')
      .notNull()
      .references(() => scriptRemovals.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.removalId] }),
    index('bulk_act_removals_removal').on(table.removalId),
  ],
)
