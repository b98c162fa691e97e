import { createRoute, redirect } from '@tanstack/react-router'

import { rootRoute } from './root-route.ts'

/** Placeholder for the admin routes: the first visit loads them and is redirected to its own URL. */
export const adminLazyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/$',
  beforeLoad: async ({ context, location }) => {
    await context.loadAdminRoutes?.()
    throw redirect({ href: location.publicHref, replace: true })
  },
})
