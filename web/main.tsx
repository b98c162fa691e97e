import './ui/base.css'

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app/App.tsx'
import { loadLazyRoutes, missingGroup } from './app/load-lazy-routes.ts'
import { syncDocumentHead } from './app/sync-document-head.ts'
import { hydrateQueries, pageStateId } from './app/dehydrated-state.ts'
import type { PageState } from './app/dehydrated-state.ts'
import { createQueryClient } from './app/query-client.ts'
import { reportUncaughtErrors } from './app/report-error.ts'
import { createAppRouter } from './app/router.tsx'
import type { AppRouter } from './app/router.tsx'
import { publicRouteTree } from './app/routes.ts'
import { isServedHere } from './app/served-url.ts'
import { watchSession } from './app/session.ts'
import { loadLayoutParts } from './layout/lazy.ts'
import { followSystemTheme } from './app/current-theme.ts'
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
  if (root && isServed) startTransition(() => void hydrateRoot(root, app))
  else if (root) createRoot(root).render(app)
  whenIdle(
    () =>
      void loadLayoutParts().then(({ paintBeforeNavigation, watchPageTransitions }) => {
        paintBeforeNavigation(router)
        watchPageTransitions(router)
        setTimeout(() => delete document.documentElement.dataset['fonts'], fontsDelayMs)
      }),
  )
}

// Not awaited: pages import this chunk, which a top-level await would keep from completing.
void main()
