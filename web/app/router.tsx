import { createRouter } from '@tanstack/react-router'
import type { AnyRoute, RouterHistory } from '@tanstack/react-router'

import { ErrorPage } from '#web/frame/ErrorPage.tsx'

import type { PageContext } from './page-context.ts'
import type { wholeTree } from './routes.ts'
import { parseSearchText, writeSearchText } from './search-text.ts'

export type AppRouter = ReturnType<typeof createAppRouter<AnyRoute>>

/**
 * One for a visit in the browser, one for each render on the server. Nothing is `notFound` here: a page that does not exist is
 * the last route, a thing that does not exist is what its page says.
 */
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
    // What a route does not know is no part of an address, nor of what a page is kept under.
    search: { strict: true },
    defaultPreload: 'intent',
    // Queries know for themselves how long an answer is good.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    // On the server this would write an inline script.
    scrollRestoration: !context.isServer,
    ...(history && { history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    // Links may lead anywhere, so what they are held to is the whole site.
    router: ReturnType<typeof createAppRouter<ReturnType<typeof wholeTree>>>
  }
  interface StaticDataRouteOption {
    /** The file of a lazily loaded page, as Vite's manifest names it: the server has the browser load it at once. */
    source?: string
    /** It brings its own bars and its own `main`: the public header and footer stay away. */
    hasOwnFrame?: boolean
  }
}
