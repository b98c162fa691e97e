import { notFoundRoute } from '#web/layout/not-found.route.ts'
import { homeRoute } from '#web/home/home.route.ts'
import { profileRoute } from '#web/profiles/profile.route.ts'
import { scriptDetailRoute } from '#web/scripts/script-detail.route.ts'
import { scriptListRoute } from '#web/scripts/script-list.route.ts'

import type { lazyRoutes } from './lazy-routes.ts'
import { placeholderRoutes } from './placeholder.routes.ts'
import { rootRoute } from './root-route.ts'

const publicRoutes = [homeRoute, scriptListRoute, scriptDetailRoute, profileRoute, notFoundRoute] as const

/** The first load has placeholders instead of the lazy routes. */
export function publicRouteTree() {
  return rootRoute.addChildren([...publicRoutes, ...placeholderRoutes])
}

export function fullRouteTree(lazy: typeof lazyRoutes) {
  return rootRoute.addChildren([...publicRoutes, ...lazy])
}
