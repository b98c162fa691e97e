import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { digestIntervals, type NotificationSettings } from '#contract/site/notification-settings.ts'
import { users } from '#server/access/users/users.tables.ts'

/** One user's copy of an event. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: belongsTo('user_id', () => users.id),
    /** A repeated dispatch of an event adds nothing. A negative one is a cause of many events, see notify-of-finding.ts. */
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    kind: text().notNull(),
    /** The values of the text. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    path: text().notNull(),
    /** False where the user wants emails only. */
    inBell: boolean('in_bell').notNull().default(true),
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

/** Only users who changed them have a row. */
export const notificationSettings = pgTable('notification_settings', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Without topics of a later release. */
  topics: jsonb().$type<Partial<NotificationSettings['topics']>>().notNull(),
  digest: text({ enum: digestIntervals }).notNull(),
  timeZone: text('time_zone').notNull(),
})

/** Notifications that wait for the next digest of their user. */
export const digestEntries = pgTable(
  'digest_entries',
  {
    userId: belongsTo('user_id', () => users.id),
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the digest of the user is sent. The default is for nodes of the previous release. */
    dueAt: timestamp('due_at', { withTimezone: true })
      .notNull()
      .default(sql`date_trunc('week', now()) + interval '7 days 7 hours'`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.notificationId] }),
    index('digest_entries_due').on(table.dueAt, table.userId),
    index('digest_entries_notification').on(table.notificationId),
  ],
)
