import type { AnyRouter } from '@tanstack/react-router'

import { adminDoorRoute } from './admin-door.route.ts'
import { wholeTree } from './routes.ts'

/** Puts the back office's routes in the place of its door. */
export async function openBackOffice(router: AnyRouter): Promise<void> {
  const { adminRoutes } = await import('#web/admin/admin.routes.ts')
  wholeTree(adminRoutes)
  router.setRoutes(router.buildRouteTree())
}

export function standsAtItsDoor(router: AnyRouter): boolean {
  const [branch] = router.getMatchedRoutes(router.latestLocation.pathname)
  return branch.some(({ id }) => id === adminDoorRoute.id)
}
