import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

export const newVersionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/versions/new',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Upload a Version',
      description: import.meta.env.SSR && 'Upload a version of a script that you work on.',
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./NewVersionPage.tsx'), 'NewVersionPage'),
  staticData: { source: 'scripts/script-changes/NewVersionPage.tsx' },
})
