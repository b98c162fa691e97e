import { notificationsApi, UnsubscribeParams } from '#contract/site/notifications.ts'
import { httpRoute, route } from '#platform/http/route.ts'

import { listNotifications, markRead } from './list-notifications.ts'
import { changeSettings, readSettings, readSubscription, unsubscribe, unsubscribePath } from './settings.ts'

export const notificationRoutes = [
  route(notificationsApi.list, ({ db, actor, query }) => listNotifications(db, actor, query)),
  route(notificationsApi.read, ({ app, actor, body }) => markRead(app, actor, body)),
  route(notificationsApi.settings, ({ db, actor }) => readSettings(db, actor.id)),
  route(notificationsApi.changeSettings, ({ app, actor, body }) => changeSettings(app, actor, body)),
  route(notificationsApi.subscription, ({ app, params }) => readSubscription(app, params)),
]

/**
 * The links of emails. A POST is the one click of RFC 8058, which must not be answered with a redirect, or the form of the
 * page that a GET shows. A GET changes nothing, because mail scanners open links.
 */
export const unsubscribeRoutes = [
  httpRoute({
    method: 'POST',
    path: `${unsubscribePath}/:user/:scope/:signature`,
    access: 'public',
    limit: 'write',
    body: 'bytes',
    async handle({ app, params, body }) {
      const isForm = new URLSearchParams(body.toString()).has('page')
      const link = UnsubscribeParams.safeParse(params)
      const isDone = link.success && (await unsubscribe(app, link.data))
      if (!isForm) return { status: isDone ? 204 : 404 }
      // The page says what became of it.
      const { user = '', scope = '', signature = '' } = params
      const path = [user, scope, signature].map(encodeURIComponent).join('/')
      return { status: 303, headers: { location: `${unsubscribePath}/${path}` }, body: '' }
    },
  }),
]
