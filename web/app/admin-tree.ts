import type { AnyRouter } from '@tanstack/react-router'

import { adminLazyRoute } from './admin-lazy.route.ts'
import { fullRouteTree } from './routes.ts'

/** Replaces the placeholder by the admin routes. */
export async function loadAdminRoutes(router: AnyRouter): Promise<void> {
  const { adminRoutes } = await import('#web/admin/admin.routes.ts')
  fullRouteTree(adminRoutes)
  router.setRoutes(router.buildRouteTree())
}

export function isAdminPlaceholder(router: AnyRouter): boolean {
  const [branch] = router.getMatchedRoutes(router.latestLocation.pathname)
  return branch.some(({ id }) => id === adminLazyRoute.id)
}
