import { and, count, desc, eq, inArray, isNull, lt, asc, sql, type SQL } from 'drizzle-orm'

import {
  type Channels,
  defaultChannels,
  type NotificationSettings,
  type NotificationTopic,
} from '#contract/site/notification-settings.ts'
import { notificationKinds } from '#contract/site/notifications.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { accountDeletions } from '#server/accounts/accounts.tables.ts'

import { digestEntries, notifications, notificationSettings } from './notifications.tables.ts'

const n = notifications

/** The part of a notification that all its recipients have in common. */
export type Shared = Pick<typeof notifications.$inferInsert, 'eventId' | 'kind' | 'data' | 'path'>

type Recipient = {
  username: string
  email: string
  /** False for an email address that is not confirmed. */
  isMailed: boolean
}

/**
 * Undefined when the user has the notification already, or wants none. `isMailed`: an email follows when its address is
 * confirmed and the user wants it at once.
 */
export async function insertForUser(
  tx: Db,
  shared: Shared,
  userId: number,
  now: Date,
  { isMailed, bell, email }: Channels & { isMailed: boolean },
): Promise<Recipient | undefined> {
  const [user] = await tx
    .select({ username: users.username, email: users.email, isMailed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
  if (!user || (!bell && (email === 'off' || !user.isMailed))) return undefined
  const isMailedNow = isMailed && user.isMailed && email === 'at-once'
  const { eventId, kind, data, path } = shared
  const time = sql`${now.toISOString()}::timestamptz`
  const added = await tx
    .insert(n)
    .values({
      userId,
      eventId,
      kind,
      data,
      path,
      inBell: bell,
      createdAt: now,
      mailedAt: isMailedNow ? now : null,
    })
    .onConflictDoNothing({ target: [n.eventId, n.userId] })
    .returning({ id: n.id })
  const [row] = added
  if (!row) return undefined
  if (email === 'digest' && user.isMailed)
    await tx.execute(sql`
      insert into ${digestEntries} (user_id, notification_id, created_at, due_at)
      select u.id, ${row.id}, ${time}, ${nextDigest(time)}
      from ${users} u left join ${notificationSettings} s on s.user_id = u.id where u.id = ${userId}`)
  return { ...user, isMailed: isMailedNow }
}

/** Without the kinds of a later release, whose nodes run beside this one during a rolling restart. */
const ofUser = (userId: number) =>
  and(eq(n.userId, userId), n.inBell, inArray(n.kind, [...notificationKinds]))

/** One page, newest first. */
export async function selectNotifications(
  db: Db,
  { userId, isUnread }: { userId: number; isUnread: boolean },
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  return db
    .select()
    .from(n)
    .where(and(ofUser(userId), isUnread ? isNull(n.readAt) : undefined))
    .orderBy(desc(n.id))
    .limit(limit)
    .offset(offset)
}

export async function selectCounts(db: Db, userId: number): Promise<{ total: number; unread: number }> {
  const unread = sql<number>`count(*) filter (where ${n.readAt} is null)`.mapWith(Number)
  const [row] = await db.select({ total: count(), unread }).from(n).where(ofUser(userId))
  return row ?? { total: 0, unread: 0 }
}

/** Marks those of the ids as read that belong to the user; without ids all. */
export async function updateRead(
  db: Db,
  userId: number,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<void> {
  await db
    .update(n)
    .set({ readAt: now })
    .where(and(ofUser(userId), isNull(n.readAt), ids && inArray(n.id, [...ids])))
}

/** Removes the oldest notifications, at most `limit`. Returns their number. */
export async function removeNotificationsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: n.id })
    .from(n)
    .where(lt(n.createdAt, before))
    .orderBy(asc(n.createdAt))
    .limit(limit)
  const { rowCount } = await db.delete(n).where(inArray(n.id, old))
  return rowCount ?? 0
}

export async function selectNotificationForUpdate(tx: Db, eventId: number, userId: number) {
  const [row] = await tx
    .select()
    .from(n)
    .where(and(eq(n.eventId, eventId), eq(n.userId, userId)))
    .for('update')
  return row
}

/** It is news again. */
export async function updateMerged(tx: Db, id: number, data: Record<string, unknown>): Promise<void> {
  await tx.update(n).set({ data, readAt: null }).where(eq(n.id, id))
}

/** Removes notifications of one cause, at most `limit`. Returns their number. */
export async function removeNotificationsOf(db: Db, eventId: number, limit: number): Promise<number> {
  const some = db.select({ id: n.id }).from(n).where(eq(n.eventId, eventId)).limit(limit)
  const { rowCount } = await db.delete(n).where(inArray(n.id, some))
  return rowCount ?? 0
}

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
