import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { notificationsPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseNotificationsSearch } from './notifications-search.ts'

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  validateSearch: parseNotificationsSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Notifications',
      description: import.meta.env.SSR && 'News about your scripts and reports.',
      path: notificationsPath,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./NotificationsPage.tsx'), 'NotificationsPage'),
  staticData: { source: 'site/notifications/NotificationsPage.tsx' },
})
