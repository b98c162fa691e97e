import { createRouter } from '@tanstack/react-router'
import type { AnyRoute, RouterHistory } from '@tanstack/react-router'

import { ErrorPage } from '#web/layout/ErrorPage.tsx'

import type { RouteGroup } from './lazy-routes.ts'
import type { PageContext } from './page-context.ts'
import type { fullRouteTree } from './routes.ts'
import { parseSearchText, writeSearchText } from './search-text.ts'

export type AppRouter = ReturnType<typeof createAppRouter<AnyRoute>>

/** The router's `notFound` is unused: the last route is the page for unknown URLs, and each page reports missing data. */
export function createAppRouter<Tree extends AnyRoute>(
  routeTree: Tree,
  context: PageContext,
  history?: RouterHistory,
) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    // Unknown parameters are dropped, also from the URL under which the server caches a page.
    search: { strict: true },
    defaultPreload: 'intent',
    // TanStack Query decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    // On the server it would write an inline script, which the content security policy forbids.
    scrollRestoration: !context.isServer,
    ...(history && { history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    // Types of links are checked against all routes, the lazily loaded ones included.
    router: ReturnType<typeof createAppRouter<ReturnType<typeof fullRouteTree>>>
  }
  interface StaticDataRouteOption {
    /** The file of a lazily loaded page in Vite's manifest, which the server preloads. */
    source?: string
    /** The routes that a placeholder loads. */
    group?: RouteGroup
    /** Links at the top for keyboards, beside the one to the content; `at` where the target depends on the width. */
    skipLinks?: readonly { label: string; hash: string; at?: 'wide' | 'narrow' }[]
    /** Without the public header, footer and `main`. */
    ownLayout?: boolean
  }
}
