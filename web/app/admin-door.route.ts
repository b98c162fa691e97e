import { createRoute, redirect } from '@tanstack/react-router'

import { rootRoute } from './root-route.ts'

/** Where the back office is, as long as its own routes are not there: whoever comes here gets them, and goes in. */
export const adminDoorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/$',
  beforeLoad: async ({ context, location }) => {
    await context.openBackOffice?.()
    throw redirect({ href: location.publicHref, replace: true })
  },
})
