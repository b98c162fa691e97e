import { eq, sql, type SQL } from 'drizzle-orm'

import {
  defaultChannels,
  type Channels,
  type NotificationSettings,
  type NotificationTopic,
} from '#contract/site/notification-settings.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { accountDeletions } from '#server/accounts/accounts.tables.ts'

import { digestEntries, notificationSettings } from './notifications.tables.ts'

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

/** The name of a user whose account was not deleted. */
export async function selectMailedUser(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ username: string }>(sql`
    select username from ${users} u where id = ${userId} and not is_team
      and not exists (select from ${accountDeletions} d where d.user_id = u.id and d.started_at is not null)`)
  return rows[0]?.username
}

export async function selectIsTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_timezone_names where name = ${name}`)
  return rows.length > 0
}

/** When the first digest after a time is due, as the row of `notification_settings` that is joined as `s` says. */
export function nextDigest(time: SQL): SQL {
  const zone = sql`coalesce(s.time_zone, 'UTC')`
  const morning = sql`interval '7 hours'`
  const last = (unit: string) =>
    sql`date_trunc(${unit}::text, (${time} at time zone ${zone}) - ${morning}) + ${morning}`
  return sql`(case when s.digest = 'daily' then ${last('day')} + interval '1 day' else ${last('week')} + interval '7 days' end)
    at time zone ${zone}`
}

/** After a change of the settings. */
export async function updateDueDigest(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`
    update ${digestEntries} d set due_at = ${nextDigest(sql`d.created_at`)}
    from ${notificationSettings} s where s.user_id = d.user_id and d.user_id = ${userId}`)
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
