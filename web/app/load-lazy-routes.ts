import type { AnyRoute, AnyRouter } from '@tanstack/react-router'

import { lazyRoutes, type RouteGroup } from './lazy-routes.ts'
import { publicRouteTree } from './routes.ts'

const loaded = new Map<RouteGroup, readonly AnyRoute[]>()

/** Replaces the placeholders of a group by its routes. */
export async function loadLazyRoutes(router: AnyRouter, group: RouteGroup): Promise<void> {
  loaded.set(group, (await lazyRoutes[group]()).routes)
  publicRouteTree(loaded)
  router.setRoutes(router.buildRouteTree())
}

/** The group of the current URL, if its routes are not loaded yet. */
export function missingGroup(router: AnyRouter): RouteGroup | undefined {
  const [branch] = router.getMatchedRoutes(router.latestLocation.pathname)
  return branch.find(({ options }) => options.staticData?.group)?.options.staticData?.group
}
