import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

export const cliRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cli',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Command Line',
      description:
        import.meta.env.SSR &&
        `Install and update the scripts of a game server from ${match.context.site.siteName} with one command: dependencies, start order, a lock file, and your configuration stays.`,
      path: '/cli',
    }),
  component: lazyRouteComponent(() => import('./CliPage.tsx'), 'CliPage'),
  staticData: { source: 'scripts/install/CliPage.tsx' },
})
