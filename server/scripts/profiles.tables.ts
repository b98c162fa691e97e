import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import type { ProfileText } from '#contract/scripts/profiles.ts'
import { users } from '#server/access/users/users.tables.ts'

/** The texts of a profile. Without a row there are none. */
export const userProfiles = pgTable(
  'user_profiles',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    links: jsonb().$type<ProfileText['links']>().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** A moderator hid it: only the user and moderators see it. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    removedBy: integer('removed_by'),
    removalReason: text('removal_reason'),
  },
  (table) => [
    // Lists of moderators.
    index('user_profiles_visible')
      .on(table.updatedAt.desc().nullsFirst(), table.userId)
      .where(sql`removed_at is null`),
    index('user_profiles_removed')
      .on(table.updatedAt.desc().nullsFirst(), table.userId)
      .where(sql`removed_at is not null`),
  ],
)
