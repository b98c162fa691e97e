import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { loadScript, subpage, subpageHead } from '#web/scripts/versions/subpage-route.ts'

import { parseStatisticsSearch } from './statistics-search.ts'

export const statisticsRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/statistics',
  validateSearch: parseStatisticsSearch,
  loader: loadScript,
  head: ({ match, loaderData }) =>
    subpageHead(match, loaderData, {
      name: 'Statistics',
      title: ({ name }) => `Statistics: ${name}`,
      description: import.meta.env.SSR && 'Downloads, views and reports of a script, for its author.',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./StatisticsPage.tsx'), 'StatisticsPage'),
  staticData: { source: 'scripts/script-statistics/StatisticsPage.tsx' },
})
