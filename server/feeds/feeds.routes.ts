import { notFound } from '#platform/failures.ts'
import type { Answer } from '#platform/cache.ts'
import type { RawRoute } from '#platform/http/route.ts'
import type { Hub } from '#platform/hub.ts'
import { addressKey } from '#platform/limits.ts'

import { readAuthorFeed, readCategoryFeed, readSiteFeed } from './read-feed.ts'
import { readSitemap, readSitemapPart } from './read-sitemap.ts'

const perAddress = { calls: 60, perSeconds: 60 }
const hidden = ['/api/', '/admin', '/files/download/']

/** What programs read of the site: news for feed readers, addresses for search engines. */
export const feedRoutes: readonly RawRoute[] = [
  stored('/feed.xml', () => 'feed', readSiteFeed),
  stored(
    '/feed/category/:file',
    ({ file = '' }) => `feed category ${nameOf(file).toLowerCase()}`,
    (hub, { file = '' }) => readCategoryFeed(hub, nameOf(file)),
  ),
  stored(
    '/feed/author/:file',
    ({ file = '' }) => `feed author ${nameOf(file).toLowerCase()}`,
    (hub, { file = '' }) => readAuthorFeed(hub, nameOf(file)),
  ),
  stored('/sitemap.xml', () => 'sitemap', readSitemap),
  stored(
    '/sitemap/:file',
    ({ file = '' }) => `sitemap ${file}`,
    (hub, { file = '' }) => readSitemapPart(hub, file),
  ),
  {
    method: 'GET',
    path: '/robots.txt',
    handle: async (hub, request, response) => {
      const lines = ['User-agent: *', ...hidden.map((path) => `Disallow: ${path}`)]
      const text = `${lines.join('\n')}\n\nSitemap: ${hub.config.publicUrl}/sitemap.xml\n`
      response.setHeader('cache-control', 'public, max-age=86400')
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(request.method === 'HEAD' ? undefined : text)
    },
  },
]

type Params = Record<string, string>

/** Answered from the cache, until something that it shows changes. */
function stored(
  path: string,
  keyOf: (params: Params) => string,
  read: (hub: Hub, params: Params) => Promise<Answer>,
): RawRoute {
  return {
    method: 'GET',
    path,
    handle: async (hub, request, response, { params, client, sendStored }) => {
      const key = keyOf(params)
      if (!hub.cache.find(key)) hub.floods.take('feed', addressKey(client.ip), perAddress)
      const entry = await hub.cache.fill(key, () => hub.load.carry('call', () => read(hub, params)))
      sendStored(request, response, key, entry)
    },
  }
}

/** Names may have dots, so the ending is taken off here and not by the router. */
function nameOf(file: string): string {
  if (!file.endsWith('.xml')) throw notFound('Not found')
  return file.slice(0, -'.xml'.length)
}
