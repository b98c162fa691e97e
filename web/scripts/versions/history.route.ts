import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { ReportSkeleton } from './ReportSkeleton.tsx'
import { loadShown } from './shown-version.ts'

export const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/history',
  loader: async ({ context, params: { id } }) => {
    const { script } = await loadShown(context, { id, v: undefined })
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) =>
    pageHead(match.context.site, {
      title: script ? `History: ${script.name}` : script === null ? 'Script Not Found' : 'History',
      description: import.meta.env.SSR && 'Who changed a script, for its authors.',
      path: match.pathname,
      isHidden: true,
    }),
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./HistoryPage.tsx'), 'HistoryPage'),
  staticData: { source: 'scripts/versions/HistoryPage.tsx' },
})
