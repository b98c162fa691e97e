import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import type { ProfileText } from '#contract/scripts/profiles.ts'
import { coAuthorRoles, scriptRoles } from '#contract/scripts/script-limits.ts'
import { users } from '#server/access/users/users.tables.ts'

import { scripts } from './scripts.tables.ts'

/** Co-authors. The owner is `scripts.user_id`: a script always has one, and never two. */
export const scriptMembers = pgTable(
  'script_members',
  {
    scriptId: belongsTo('script_id', () => scripts.id),
    userId: belongsTo('user_id', () => users.id),
    role: text({ enum: coAuthorRoles }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scriptId, table.userId] }),
    index('script_members_user').on(table.userId),
  ],
)

/** A team owns scripts by its row in `users`, which has its name, image and counters. */
export const teams = pgTable(
  'teams',
  {
    id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    links: jsonb().$type<ProfileText['links']>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** A moderator hid its name, image, text and links. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    removedBy: integer('removed_by'),
    removalReason: text('removal_reason'),
    /** The name to return to. */
    hiddenName: text('hidden_name'),
  },
  (table) => [
    // Lists of moderators.
    index('teams_visible')
      .on(table.updatedAt.desc().nullsFirst(), table.id)
      .where(sql`removed_at is null`),
    index('teams_removed')
      .on(table.updatedAt.desc().nullsFirst(), table.id)
      .where(sql`removed_at is not null`),
    check('teams_hidden_name', sql`(removed_at is null) = (hidden_name is null)`),
  ],
)

/** The roles are those in all scripts of the team. Queries read them here, so they end with the row. */
export const teamMembers = pgTable(
  'team_members',
  {
    teamId: belongsTo('team_id', () => teams.id),
    userId: belongsTo('user_id', () => users.id),
    role: text({ enum: scriptRoles }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index('team_members_user').on(table.userId),
  ],
)
