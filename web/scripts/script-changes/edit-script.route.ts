import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

export const editScriptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/edit',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Edit Script',
      description: import.meta.env.SSR && 'Change a script that you shared.',
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./EditPage.tsx'), 'EditPage'),
  staticData: { source: 'scripts/script-changes/EditPage.tsx' },
})
