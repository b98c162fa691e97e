// First: it declares the order of the layers.
import './ui/base.css'

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app/App.tsx'
import { followSystemTheme } from './app/current-theme.ts'
import { hydrateQueries, pageStateId, type PageState } from './app/dehydrated-state.ts'
import { loadLazyRoutes, missingGroup } from './app/load-lazy-routes.ts'
import { createQueryClient } from './app/query-client.ts'
import { reportUncaughtErrors } from './app/report-error.ts'
import { createAppRouter, type AppRouter } from './app/router.tsx'
import { publicRouteTree } from './app/routes.ts'
import { watchSession } from './app/session.ts'
import { loadLayoutParts } from './layout/lazy.ts'
import { whenIdle } from './ui/use-idle.ts'

/** Until then a slow connection is busy with what a first tap needs. */
const fontsDelayMs = 5000

async function main(): Promise<void> {
  reportUncaughtErrors()
  followSystemTheme()
  const state: PageState = JSON.parse(document.querySelector(`#${pageStateId}`)?.textContent ?? 'null')
  const queryClient = createQueryClient(false)
  hydrateQueries(queryClient, state.queries)
  watchSession()
  const isServed = isServedHere()
  const router: AppRouter = createAppRouter(publicRouteTree(), {
    queryClient,
    site: state.site,
    response: { status: isServed ? state.status : 200 },
    isServer: false,
    loadLazyRoutes: (group) => loadLazyRoutes(router, group),
  })
  // Hydration needs the route that the server has rendered, without the redirect of a placeholder.
  const group = missingGroup(router)
  if (group) await loadLazyRoutes(router, group)
  // With `ssr` the router renders the same Suspense boundaries as on the server.
  router.ssr = { manifest: undefined }
  syncDocumentHead(router, isServed)
  await router.load()
  const root = document.querySelector('#root')
  const app = <App router={router} />
  // A transition hydrates in slices of a few milliseconds, between which the page responds to input.
  if (root && isServed) {
    await firstPaint()
    startTransition(() => void hydrateRoot(root, app))
  } else if (root) createRoot(root).render(app)
  whenIdle(
    () =>
      void loadLayoutParts().then(({ paintBeforeNavigation, watchPageTransitions }) => {
        paintBeforeNavigation(router)
        watchPageTransitions(router)
        setTimeout(() => delete document.documentElement.dataset['fonts'], fontsDelayMs)
      }),
  )
}

/** On a fast connection the code is there before the page has been painted. A hidden page is not painted. */
async function firstPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

// Not awaited: pages import this chunk, which a top-level await would keep from completing.
void main()

/** False after a reload followed at once by Back or Forward: that changes the URL without loading another document. */
function isServedHere(): boolean {
  const [loading] = performance.getEntriesByType('navigation')
  return loading === undefined || withoutHash(loading.name) === withoutHash(location.href)
}

function withoutHash(url: string): string {
  return url.replace(/#.*/, '')
}

/** Updates title and canonical URL on navigation. Crawlers read the server's page. */
function syncDocumentHead(router: AppRouter, isServed: boolean): void {
  router.subscribe('onResolved', ({ fromLocation }) => {
    // The server has written the head of the first page.
    if (!fromLocation && isServed) return
    const { matches } = router.state
    const title = matches.flatMap(({ meta }) => meta ?? []).findLast((meta) => meta?.title)?.title
    if (title) document.title = title
    for (const old of document.head.querySelectorAll('[data-page]')) old.remove()
    const canonicalUrl = matches.flatMap(({ links }) => links ?? []).at(-1)?.href
    if (!canonicalUrl) return
    const canonical = document.createElement('link')
    canonical.rel = 'canonical'
    canonical.href = canonicalUrl
    canonical.dataset['page'] = ''
    document.head.append(canonical)
  })
}
