import type { AnyRoute } from '@tanstack/react-router'

import { notFoundRoute } from '#web/layout/not-found.route.ts'
import { homeRoute } from '#web/site/home/home.route.ts'
import { scriptDetailRoute } from '#web/scripts/script-page/script-detail.route.ts'
import { scriptListRoute } from '#web/scripts/script-lists/script-list.route.ts'

import type { LazyRoute, RouteGroup } from './lazy-routes.ts'
import { placeholderRoutes } from './placeholder.routes.ts'
import { rootRoute } from './root-route.ts'

const publicRoutes = [homeRoute, scriptListRoute, scriptDetailRoute, notFoundRoute] as const

/** Groups of lazy routes that are not loaded have placeholders. */
export function publicRouteTree(loaded: ReadonlyMap<RouteGroup, readonly AnyRoute[]> = new Map()) {
  const placeholders = placeholderRoutes.filter(
    ({ options: { staticData } }) => !staticData?.group || !loaded.has(staticData.group),
  )
  return rootRoute.addChildren([...publicRoutes, ...placeholders, ...[...loaded.values()].flat()])
}

export function fullRouteTree(lazy: readonly LazyRoute[]) {
  return rootRoute.addChildren([...publicRoutes, ...lazy])
}
