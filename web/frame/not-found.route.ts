import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-head.ts'
import { rootRoute } from '#web/app/root-route.ts'

/** Every address that no other route takes. */
export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  loader: ({ context }) => {
    context.answer.status = 404
  },
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Page Not Found',
      description: import.meta.env.SSR && 'There is no page at this address.',
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  staticData: { source: 'frame/NotFoundPage.tsx' },
})
