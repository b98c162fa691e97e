import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

/** The verified chat account of each user. */
export const discordLinks = pgTable('discord_links', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  discordUserId: text('discord_user_id').notNull().unique(),
  verifiedAt: timestamp('verified_at', { withTimezone: true }).notNull().defaultNow(),
})
