import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'

import { users } from '#server/users/users.tables.ts'

/** One user's copy of an event. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A repeated dispatch of an event adds nothing. A negative one is a cause of many events, see notify-of-finding.ts. */
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    kind: text().notNull(),
    /** The values of the text. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    path: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
  },
  (table) => [
    unique('notifications_event').on(table.eventId, table.userId),
    index('notifications_user').on(table.userId, table.id.desc().nullsFirst()),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`read_at is null`),
    index('notifications_created').on(table.createdAt),
  ],
)
