import type { Site } from '#contract/site/pages.ts'
import type { App } from '#platform/app.ts'
import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { httpRoute, type ContractRoute, type Route } from '#platform/http/route.ts'

import { siteOf, createDataFetcher, type PageData } from './ssr-data.ts'
import { immutable, openClientFiles, type FindClientFile, siteFileRoutes } from './site-files.ts'
import { getRenderer, type Renderer } from './ssr-pool.ts'
import { isDev, viteRoute } from './vite-dev.ts'

const day = 'public, max-age=86400'

/** Files of web/public. */
const publicFiles = [
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'share.png',
] as const

/** Pages and the files that they load. A page reads its data from `contractRoutes` while it is rendered. */
export function pageRoutes(contractRoutes: readonly ContractRoute[]): readonly Route[] {
  const fetchData = createDataFetcher(contractRoutes)
  if (isDev()) return [...siteFileRoutes, viteRoute(fetchData)]

  let files: Promise<FindClientFile> | undefined
  const findFile = async (name: string, cacheControl: string) =>
    (await (files ??= openClientFiles()))(name, cacheControl)

  return [
    ...siteFileRoutes,
    httpRoute({
      method: 'GET',
      path: '/assets/*',
      access: 'public',
      handle: ({ params }) => findFile(`assets/${params['*']}`, immutable),
    }),
    ...publicFiles.map((name) =>
      httpRoute({
        method: 'GET',
        path: `/${name}`,
        access: 'public',
        handle: () => findFile(name, day),
      }),
    ),
    httpRoute({
      method: 'GET',
      path: '/*',
      access: 'public',
      cached: async ({ app, request }) =>
        prepareRender(app, await getRenderer(app), request.url ?? '/', () => fetchData(app)),
    }),
  ]
}

const canonicalUrlsMax = 5_000
const urlLengthMax = 500

/** Finds the cache key of a page, and how to render it. URLs that show the same page have the same key. */
async function prepareRender(app: App, renderer: Renderer, url: string, openData: () => PageData) {
  const location = withSingleSlashes(url)
  if (location !== url) return { key: `redirect ${location}`, compute: async () => redirectTo(location) }
  const canonicalUrl = await findCanonicalUrl(app, renderer, url)
  return {
    key: `page ${canonicalUrl}`,
    compute: () => renderPage(renderer, canonicalUrl, siteOf(app), openData()),
  }
}

/** The router of the web app matches no route for an empty segment. Browsers treat a backslash as a slash. */
function withSingleSlashes(url: string): string {
  const [path = '', ...query] = url.split('?')
  return [path.replaceAll(/[/\\]{2,}/g, '/'), ...query].join('?')
}

function redirectTo(location: string): CacheableResponse {
  const headers = { location, 'content-type': 'text/plain; charset=utf-8' }
  return { status: 308, headers, body: '', tags: new Set(), noStore: true }
}

async function findCanonicalUrl(app: App, { thread, canonicalUrls }: Renderer, url: string): Promise<string> {
  const known = canonicalUrls.get(url)
  if (known !== undefined) return known
  const canonicalUrl = await app.load.run('call', () => thread.canonicalUrl(url))
  if (canonicalUrls.size >= canonicalUrlsMax) canonicalUrls.clear()
  if (url.length <= urlLengthMax) canonicalUrls.set(url, canonicalUrl)
  return canonicalUrl
}

async function renderPage(
  { thread, policy }: Renderer,
  canonicalUrl: string,
  site: Site,
  { fetchData, tags, isCacheable }: PageData,
): Promise<CacheableResponse> {
  const { status, document } = await thread.render(canonicalUrl, site, fetchData)
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    body: document,
    tags,
    // Search results would evict pages that many visitors request.
    noStore: !isCacheable() || new URLSearchParams(canonicalUrl.split('?')[1]).has('q'),
  }
}
