import { createMemoryHistory, type AnyRouteMatch } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'

import type { PageRenderer, Site } from '#contract/site/pages.ts'

import { App } from './app/App.tsx'
import { setTransport } from './app/call.ts'
import { writeDocument, collectHead } from './app/document.ts'
import { dehydrateQueries, writePageState } from './app/dehydrated-state.ts'
import { createQueryClient } from './app/query-client.ts'
import { lazyRoutes, type LazyRoute } from './app/lazy-routes.ts'
import { insertRendered } from './app/render-once.tsx'
import { loadRenderedParts } from './app/rendered-parts.ts'
import { createAppRouter } from './app/router.tsx'
import { fullRouteTree } from './app/routes.ts'

export { firstPaintScript } from './app/first-paint.ts'

const groups = await Promise.all(
  Object.entries(lazyRoutes).map(async ([group, load]) => ({
    group,
    routes: (await load()).routes,
  })),
)
const routeTree = fullRouteTree(groups.flatMap<LazyRoute>(({ routes }) => routes))
await loadRenderedParts()

const unknownSite: Site = {
  siteName: '',
  siteTagline: '',
  publicUrl: 'http://localhost',
  chatInviteUrl: '',
  hasDiscordApp: false,
  reviewMode: 'off',
  banner: null,
}

export const setDataFetcher: PageRenderer['setDataFetcher'] = (fetchData) => {
  setTransport(async ({ name, params, query }) => {
    const { status, body } = await fetchData({ name, params, query })
    return { status, body, statusText: '', retryAfter: undefined }
  })
}

export const canonicalUrl: PageRenderer['canonicalUrl'] = (url) =>
  openRouter(url, unknownSite).buildLocation({
    to: '.',
    search: true,
    params: true,
    // The router builds the target of its redirect to the canonical URL in the same way.
    _includeValidateSearch: true,
  }).publicHref || '/'

export const render: PageRenderer['render'] = async (url, { site, build }) => {
  const router = openRouter(url, site)
  const { queryClient, response } = router.options.context
  await router.load()
  const { matches } = router.state
  for (const match of matches) if (match.status === 'error') throw match.error
  const failed = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  // The browser fetches the missing data. The status keeps the page out of caches.
  if (failed.length > 0) response.status = 503
  for (const { queryKey } of failed) queryClient.removeQueries({ queryKey, exact: true })

  const markup = insertRendered(renderToString(<App router={router} />))
  const state = { site, status: response.status, queries: dehydrateQueries(queryClient) }
  const document = writeDocument({
    ...collectHead(matches),
    markup,
    stateJson: writePageState(state),
    sources: sourcesOf(matches),
    build,
    bannerText: site.banner?.text,
  })
  queryClient.clear()
  return { status: response.status, document }
}

/** The files of the matched pages and of the groups of their routes. */
function sourcesOf(matches: readonly AnyRouteMatch[]): string[] {
  const ids = new Set(matches.map(({ routeId }) => routeId))
  return [
    ...groups.flatMap(({ group, routes }) =>
      routes.some(({ id }) => ids.has(id)) ? `app/lazy-routes/${group}.ts` : [],
    ),
    ...matches.flatMap(({ staticData }) => staticData.source ?? []),
  ]
}

function openRouter(url: string, site: Site) {
  const context = {
    queryClient: createQueryClient(true),
    site,
    response: { status: 200 },
    isServer: true,
  }
  return createAppRouter(routeTree, context, createMemoryHistory({ initialEntries: [url] }))
}
