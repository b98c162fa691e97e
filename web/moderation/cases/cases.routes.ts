import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { casesPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'

import { moderationLogQuery } from './cases.data.ts'
import { parseCasesSearch, parseLogSearch } from './cases-search.ts'

const privateDescription = 'Your reports and appeals, and reviews of your scripts.'

export const casesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases',
  validateSearch: parseCasesSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Cases',
      description: import.meta.env.SSR && privateDescription,
      path: casesPath,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./CasesPage.tsx'), 'CasesPage'),
  staticData: { source: 'moderation/cases/CasesPage.tsx' },
})

export const caseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases/$id',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: `Case #${match.params.id}`,
      description: import.meta.env.SSR && privateDescription,
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./CasePage.tsx'), 'CasePage'),
  staticData: { source: 'moderation/cases/CasePage.tsx' },
})

export const moderationLogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/moderation',
  validateSearch: parseLogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, moderationLogQuery(deps)),
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Moderation Log',
      description:
        import.meta.env.SSR &&
        `What the team of ${match.context.site.siteName} decided: reviews, reports, appeals and takedowns, without names of members.`,
      path: `/moderation${writeSearchText(match.search)}`,
    }),
  component: lazyRouteComponent(() => import('./ModerationLogPage.tsx'), 'ModerationLogPage'),
  staticData: { source: 'moderation/cases/ModerationLogPage.tsx' },
})
