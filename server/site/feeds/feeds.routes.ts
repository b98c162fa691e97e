import { Id } from '#contract/fields.ts'
import type { App } from '#platform/app.ts'
import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'
import { httpRoute } from '#platform/http/route.ts'

import { readAuthorFeed, readCategoryFeed, readScriptFeed, readSiteFeed } from './read-feed.ts'
import { readSitemap, readSitemapPart } from './read-sitemap.ts'

const disallowed = ['/api/', '/admin', '/files/download/']

/** Atom feeds, sitemaps and robots.txt. */
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
  feedRoute('/sitemap.xml', () => 'sitemap', readSitemap),
  feedRoute('/sitemap/:file', (file) => `sitemap ${file}`, readSitemapPart),
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
  if (!id?.success) throw notFound('Script not found')
  return id.data
}
