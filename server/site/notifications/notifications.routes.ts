import { notificationsApi } from '#contract/site/notifications.ts'
import { httpRoute, route } from '#platform/http/route.ts'

import { listNotifications } from './list-notifications.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import { markRead } from './mark-read.ts'
import { unsubscribe, unsubscribePath } from './unsubscribe.ts'

export const notificationRoutes = [
  route(notificationsApi.list, ({ db, actor, query }) => listNotifications(db, actor, query)),
  route(notificationsApi.read, ({ app, actor, body }) => markRead(app, actor, body)),
  route(notificationsApi.settings, ({ db, actor }) => readSettings(db, actor.id)),
  route(notificationsApi.changeSettings, ({ app, actor, body }) => changeSettings(app, actor, body)),
]

const path = `${unsubscribePath}/:user/:scope/:signature`

/** The links of emails. A POST is the one click of RFC 8058; a GET changes nothing, because mail scanners open links. */
export const unsubscribeRoutes = [
  httpRoute({
    method: 'POST',
    path,
    access: 'public',
    limit: 'write',
    body: 'bytes',
    handle: async ({ app, params }) => ({ status: (await unsubscribe(app, params)) ? 204 : 404 }),
  }),
  httpRoute({
    method: 'GET',
    path,
    access: 'public',
    limit: 'read',
    handle: async () => ({
      status: 303,
      headers: { location: '/profile/settings?tab=notifications' },
      body: '',
    }),
  }),
]
