import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { hiddenHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseNotificationsSearch } from './notifications-search.ts'
import { subscriptionQuery } from './unsubscribe.data.ts'

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  validateSearch: parseNotificationsSearch,
  head: hiddenHead('Notifications', import.meta.env.SSR && 'News about your scripts and reports.'),
  component: lazyRouteComponent(() => import('./NotificationsPage.tsx'), 'NotificationsPage'),
  staticData: { source: 'site/notifications/NotificationsPage.tsx' },
})

export const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe/email/$user/$scope/$signature',
  loader: async ({ context, params }) => {
    const query = subscriptionQuery(params)
    await prefetch(context, query)
    if (context.queryClient.getQueryData(query.queryKey) === null) context.response.status = 404
  },
  head: hiddenHead('Unsubscribe', import.meta.env.SSR && 'Turn off emails of this site, without signing in.'),
  component: lazyRouteComponent(() => import('./UnsubscribePage.tsx'), 'UnsubscribePage'),
  staticData: { source: 'site/notifications/UnsubscribePage.tsx' },
})
