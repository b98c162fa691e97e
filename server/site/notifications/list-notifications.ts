import { pagination } from '#contract/platform/fields.ts'
import type { NotificationPage, NotificationQuery } from '#contract/site/notifications.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { EventContent } from '#server/records/records.public.ts'

import { notificationText } from './notifications.texts.ts'
import { selectCounts, selectNotifications } from './notifications.queries.ts'

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
