import { Id } from '#contract/platform/fields.ts'
import type { App } from '#platform/app.ts'
import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'
import { toolFeedsApi } from '#contract/site/tool-feeds.ts'
import { cachedRoute, httpRoute } from '#platform/http/route.ts'

import { blocklistTag } from '#server/archives/archives.public.ts'
import { anyOriginHeaders } from '#platform/http/headers.ts'

import { signingTag } from '#server/site/signing/sign-json.ts'

import {
  readAuthorFeed,
  readCategoryFeed,
  readCollectionFeed,
  readScriptFeed,
  readSiteFeed,
} from './read-feed.ts'
import { readHubDescription, readRecalls, readRecallsAtom, readSignedBlocklist } from './read-recalls.ts'
import { readSitemap, readSitemapPart } from './read-sitemap.ts'

const disallowed = ['/api/', '/admin', '/files/download/']

/** Without tags: they depend on versions of all scripts, and few tools read them. */
export const toolFeedRoutes = [
  cachedRoute(
    toolFeedsApi.recalls,
    () => undefined,
    ({ app }) => readRecalls(app),
  ),
  cachedRoute(
    toolFeedsApi.blocklist,
    () => [blocklistTag, signingTag],
    ({ app }) => readSignedBlocklist(app),
  ),
]

/** Atom feeds, sitemaps, robots.txt and what tools need to know about the site. */
export const feedRoutes = [
  feedRoute('/feed.xml', () => 'feed', readSiteFeed),
  feedRoute(
    '/feed/category/:file',
    (file) => `feed category ${nameOf(file).toLowerCase()}`,
    (app, file) => readCategoryFeed(app, nameOf(file)),
  ),
  feedRoute(
    '/feed/author/:file',
    (file) => `feed author ${nameOf(file).toLowerCase()}`,
    (app, file) => readAuthorFeed(app, nameOf(file)),
  ),
  feedRoute(
    '/feed/script/:file',
    (file) => `feed script ${file}`,
    (app, file) => readScriptFeed(app, idOf(nameOf(file))),
  ),
  feedRoute(
    '/feed/collection/:file',
    (file) => `feed collection ${file}`,
    (app, file) => readCollectionFeed(app, idOf(nameOf(file))),
  ),
  feedRoute('/feed/recalls.xml', () => 'feed recalls', readRecallsAtom),
  feedRoute('/sitemap.xml', () => 'sitemap', readSitemap),
  feedRoute('/sitemap/:file', (file) => `sitemap ${file}`, readSitemapPart),
  httpRoute({
    method: 'GET',
    path: '/.well-known/scripthaven.json',
    access: 'public',
    limit: 'feed',
    headers: anyOriginHeaders,
    handle: async ({ app }) => ({
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
      body: JSON.stringify(await readHubDescription(app)),
    }),
  }),
  httpRoute({
    method: 'GET',
    path: '/robots.txt',
    access: 'public',
    async handle({ app }) {
      const lines = ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`)]
      return {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'public, max-age=86400',
        },
        body: `${lines.join('\n')}\n\nSitemap: ${app.config.publicUrl}/sitemap.xml\n`,
      }
    },
  }),
]

function feedRoute(
  path: string,
  keyOf: (file: string) => string,
  read: (app: App, file: string) => Promise<CacheableResponse>,
) {
  return httpRoute({
    method: 'GET',
    path,
    access: 'public',
    limit: 'feed',
    cached: ({ app, params: { file = '' } }) => ({ key: keyOf(file), compute: () => read(app, file) }),
  })
}

/** A name may contain dots, so the router cannot separate the extension. */
function nameOf(file: string): string {
  if (!file.endsWith('.xml')) throw notFound('Not found')
  return file.slice(0, -'.xml'.length)
}

function idOf(name: string): number {
  const id = /^[1-9]\d{0,9}$/.test(name) ? Id.safeParse(name) : undefined
  if (!id?.success) throw notFound('Not found')
  return id.data
}
