import { pagination } from '#contract/platform/fields.ts'
import type { NotificationPage, NotificationQuery, ReadNotifications } from '#contract/site/notifications.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { EventContent } from '#server/records/records.public.ts'
import { notificationText } from './notifications.texts.ts'
import {
  selectCounts,
  selectNotifications,
  updateRead,
  removeNotificationsBefore,
} from './notifications.queries.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'

export async function listNotifications(
  db: Db,
  { id: userId }: Actor,
  { page, limit, unread }: NotificationQuery,
): Promise<NotificationPage> {
  const isUnread = unread !== undefined
  const counts = await selectCounts(db, userId)
  const total = isUnread ? counts.unread : counts.total
  const offset = (page - 1) * limit
  const rows = offset < total ? await selectNotifications(db, { userId, isUnread }, { limit, offset }) : []
  return {
    notifications: rows.map((row) => ({
      id: row.id,
      kind: EventContent.parse(row).kind,
      text: notificationText(EventContent.parse(row)),
      path: row.path,
      at: row.createdAt.toISOString(),
      isRead: row.readAt !== null,
    })),
    unread: counts.unread,
    pagination: pagination(page, limit, total),
  }
}

export async function markRead(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id }: Actor,
  read: ReadNotifications,
): Promise<void> {
  await updateRead(db, id, 'ids' in read ? read.ids : undefined, clock.now())
}

const retention = 180 * day
const batchSize = 5000

/** Runs daily. */
export async function purgeNotifications({ db, clock }: App): Promise<void> {
  const before = after(clock.now(), -retention)
  while ((await removeNotificationsBefore(db, before, batchSize)) === batchSize);
}
