import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { partnersQuery } from '#web/site/partners/partners.data.ts'
import { latestScriptsQuery } from '#web/scripts/script-lists/scripts.data.ts'
import { siteStatsQuery } from '#web/records/stats/stats.data.ts'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: ({ context }) =>
    Promise.all([
      prefetch(context, latestScriptsQuery),
      prefetch(context, siteStatsQuery),
      prefetch(context, categoriesQuery),
      prefetch(context, partnersQuery),
    ]),
  head: ({ match }) => {
    const { site } = match.context
    return pageHead(site, {
      title: `${site.siteName}: ${site.siteTagline || 'free game-server scripts, maps and vehicles'}`,
      description:
        import.meta.env.SSR &&
        'A free community library of game-server scripts. Browse, search and download what others built, and share your own.',
      path: '/',
    })
  },
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  staticData: { source: 'site/home/HomePage.tsx' },
})
