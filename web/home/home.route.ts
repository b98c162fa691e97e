import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prepare } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-head.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { categoriesQuery } from '#web/categories/categories.data.ts'
import { partnersQuery } from '#web/partners/partners.data.ts'
import { latestScriptsQuery } from '#web/scripts/scripts.data.ts'
import { siteStatsQuery } from '#web/stats/stats.data.ts'

import { Partners } from './late-parts.ts'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: ({ context }) =>
    Promise.all([
      prepare(context, latestScriptsQuery),
      prepare(context, siteStatsQuery),
      prepare(context, categoriesQuery),
      prepare(context, partnersQuery),
      // The server's page shows them at once; the browser wakes them up after what is above them.
      context.isServer && Partners.preload?.(),
    ]),
  head: ({ match }) => {
    const { site } = match.context
    return pageHead(site, {
      title: `${site.siteName}: free game-server scripts, maps and vehicles`,
      description:
        import.meta.env.SSR &&
        'A free community library of game-server scripts. Browse, search and download what others built, and share your own.',
      path: '/',
    })
  },
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  staticData: { source: 'home/HomePage.tsx' },
})
