import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { analyticsApi } from '#contract/site/analytics.ts'
import { route, cachedRoute, httpRoute } from '#platform/http/route.ts'
import { followsApi } from '#contract/site/follows.ts'
import { collectionTag, scriptTag, parseDescription } from '#server/scripts/scripts.public.ts'
import { userTag } from '#server/access/access.public.ts'
import { notificationsApi, UnsubscribeParams } from '#contract/site/notifications.ts'
import { settingsApi } from '#contract/site/settings.ts'
import { sitePagesApi } from '#contract/site/site-pages.ts'
import { notFound } from '#platform/errors.ts'
import { CLI_BUNDLE } from '#tools/cli-bundle.mjs'

import { readAnalytics } from './analytics/analytics.ts'
import {
  follow,
  followersTag,
  readFollowStatus,
  unfollow,
  listFollows,
  changeSearch,
  listSearches,
  removeSearch,
  saveSearch,
} from './follows/follows.ts'
import { listNotifications, markRead } from './notifications/list-notifications.ts'
import {
  changeSettings as changeNotificationSettings,
  readSettings,
  readSubscription,
  unsubscribe,
  unsubscribePath,
} from './notifications/settings.ts'
import { settingsTag } from './site-settings/site-settings.rules.ts'
import { changeSettings, readSettingsForm } from './site-settings/site-settings.ts'

export const analyticsRoutes = [
  route(analyticsApi.read, ({ app, query }) => readAnalytics(app, query.period)),
]

const tagOf = { script: scriptTag, author: userTag, collection: collectionTag }

export const followRoutes = [
  cachedRoute(
    followsApi.status,
    ({ params }) => [followersTag(params), tagOf[params.kind](params.id)],
    ({ app, actor, params }) => readFollowStatus(app, actor, params),
    { variesByUser: true },
  ),
  route(followsApi.list, ({ db, actor, query }) => listFollows(db, actor, query)),
  route(followsApi.follow, ({ app, actor, params, body }) => follow(app, actor, params, body)),
  route(followsApi.unfollow, ({ app, actor, params }) => unfollow(app, actor, params)),
  route(followsApi.searches, ({ app, actor }) => listSearches(app, actor)),
  route(followsApi.saveSearch, ({ app, actor, body }) => saveSearch(app, actor, body)),
  route(followsApi.changeSearch, ({ app, actor, params, body }) => changeSearch(app, actor, params.id, body)),
  route(followsApi.removeSearch, ({ app, actor, params }) => removeSearch(app, actor, params.id)),
]

export const notificationRoutes = [
  route(notificationsApi.list, ({ db, actor, query }) => listNotifications(db, actor, query)),
  route(notificationsApi.read, ({ app, actor, body }) => markRead(app, actor, body)),
  route(notificationsApi.settings, ({ db, actor }) => readSettings(db, actor.id)),
  route(notificationsApi.changeSettings, ({ app, actor, body }) =>
    changeNotificationSettings(app, actor, body),
  ),
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

export const siteSettingsRoutes = [
  route(settingsApi.read, ({ app }) => readSettingsForm(app)),
  route(settingsApi.change, ({ app, actor, body }) => changeSettings(app, actor, body)),
  cachedRoute(
    sitePagesApi.read,
    () => [settingsTag],
    async ({ app: { settings }, params: { page } }) => ({
      text: parseDescription(page === 'about' ? settings.aboutText : settings.supportText),
    }),
  ),
]

export const cliRoutes = [
  httpRoute({
    method: 'GET',
    path: '/cli.mjs',
    access: 'public',
    async handle({ app }) {
      const { text, sha256 } = await readCli(app.config.publicUrl)
      return {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=300',
          // RFC 9530.
          'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
        },
        body: text,
      }
    },
  }),
  httpRoute({
    method: 'GET',
    path: '/cli.mjs.sha256',
    access: 'public',
    async handle({ app }) {
      const { sha256 } = await readCli(app.config.publicUrl)
      return {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
        // What `sha256sum --check` reads.
        body: `${sha256}  cli.mjs\n`,
      }
    },
  }),
]

type Cli = { text: string; sha256: string }

const served = new Map<string, Promise<Cli>>()

/** The command line with the URL of this site inside, and the hash of that file. */
function readCli(publicUrl: string): Promise<Cli> {
  const known = served.get(publicUrl)
  if (known) return known
  const cli = read(publicUrl)
  served.set(publicUrl, cli)
  // A file that is missing now may be built later.
  cli.catch(() => served.delete(publicUrl))
  return cli
}

async function read(publicUrl: string): Promise<Cli> {
  const bundle = await readFile(CLI_BUNDLE, 'utf8').catch(() => {
    throw notFound('The command line is not built here')
  })
  const text = bundle.replace('{hub}', new URL(publicUrl).origin)
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}
