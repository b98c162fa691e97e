import { eq, sql, type SQL } from 'drizzle-orm'

import {
  defaultChannels,
  type Channels,
  type NotificationSettings,
  type NotificationTopic,
} from '#contract/notification-settings.ts'
import type { Db } from '#platform/database/database.ts'

import { notificationSettings } from './notifications.tables.ts'

/** Undefined for a user who changed nothing. */
export async function selectSettings(db: Db, userId: number) {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  return row
}

export async function upsertSettings(tx: Db, userId: number, settings: NotificationSettings): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: settings })
}

export async function selectIsTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_timezone_names where name = ${name}`)
  return rows.length > 0
}

/** The channels of a topic, of the row of `notification_settings` that is joined as `s`. */
export function channelsOf(topic: NotificationTopic): { bell: SQL; email: SQL } {
  const { bell, email } = defaultChannels[topic]
  return {
    bell: sql`coalesce((s.topics -> ${topic}::text ->> 'bell')::boolean, ${bell}::boolean)`,
    email: sql`coalesce(s.topics -> ${topic}::text ->> 'email', ${email}::text)`,
  }
}

export async function selectChannels(db: Db, userId: number, topic: NotificationTopic): Promise<Channels> {
  return (await selectSettings(db, userId))?.topics[topic] ?? defaultChannels[topic]
}
