import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { hiddenHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

/** Matches every URL that no other route matches. */
export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  loader: ({ context }) => {
    context.response.status = 404
  },
  head: hiddenHead('Page Not Found', import.meta.env.SSR && 'There is no page at this address.'),
  component: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  staticData: { source: 'layout/NotFoundPage.tsx' },
})
