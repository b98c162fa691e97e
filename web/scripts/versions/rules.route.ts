import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

export const rulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Scan Rules',
      description:
        import.meta.env.SSR &&
        `The rules that ${match.context.site.siteName} scans archives with: what each of them finds, why it deserves a look, and what to check.`,
      path: '/rules',
    }),
  component: lazyRouteComponent(() => import('./RulesPage.tsx'), 'RulesPage'),
  staticData: { source: 'scripts/versions/RulesPage.tsx' },
})
