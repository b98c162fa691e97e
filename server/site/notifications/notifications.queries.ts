import { and, count, desc, eq, inArray, isNull, lt, asc, sql } from 'drizzle-orm'

import type { Channels } from '#contract/site/notification-settings.ts'
import { notificationKinds } from '#contract/site/notifications.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

import { digestEntries, notifications, notificationSettings } from './notifications.tables.ts'
import { nextDigest } from './settings.queries.ts'

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
