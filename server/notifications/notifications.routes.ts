import { notificationsApi } from '#contract/notifications.ts'
import { route } from '#platform/http/route.ts'

import { listNotifications } from './list-notifications.ts'
import { markRead } from './mark-read.ts'

export const notificationRoutes = [
  route(notificationsApi.list, ({ db, actor, query }) => listNotifications(db, actor, query)),
  route(notificationsApi.read, ({ app, actor, body }) => markRead(app, actor, body)),
]
