import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { users } from '#server/users/users.tables.ts'

/** Which chat account proved to belong to which user; one each. */
export const discordLinks = pgTable('discord_links', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  discordUserId: text('discord_user_id').notNull().unique(),
  verifiedAt: timestamp('verified_at', { withTimezone: true }).notNull().defaultNow(),
})
