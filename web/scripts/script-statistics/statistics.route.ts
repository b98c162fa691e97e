import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { loadUrlVersion } from '#web/scripts/versions/url-version.ts'

import { parseStatisticsSearch } from './statistics.data.ts'

export const statisticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/statistics',
  validateSearch: parseStatisticsSearch,
  loader: async ({ context, params: { id } }) => {
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) =>
    pageHead(match.context.site, {
      title: script ? `Statistics: ${script.name}` : script === null ? 'Script Not Found' : 'Statistics',
      description: import.meta.env.SSR && 'Downloads, views and reports of a script, for its author.',
      path: match.pathname,
      isHidden: true,
    }),
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./StatisticsPage.tsx'), 'StatisticsPage'),
  staticData: { source: 'scripts/script-statistics/StatisticsPage.tsx' },
})
