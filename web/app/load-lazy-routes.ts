import type { AnyRouter } from '@tanstack/react-router'

import { placeholderRoutes } from './placeholder.routes.ts'
import { fullRouteTree } from './routes.ts'

/** Replaces the placeholders by their routes. */
export async function loadLazyRoutes(router: AnyRouter): Promise<void> {
  const { lazyRoutes } = await import('./lazy-routes.ts')
  fullRouteTree(lazyRoutes)
  router.setRoutes(router.buildRouteTree())
}

export function isPlaceholder(router: AnyRouter): boolean {
  const [branch] = router.getMatchedRoutes(router.latestLocation.pathname)
  return branch.some(({ id }) => placeholderRoutes.some((route) => route.id === id))
}
