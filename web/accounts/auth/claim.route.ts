import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseLinkSearch } from './link-token.ts'

export const claimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claim',
  validateSearch: parseLinkSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Claim this site',
      description: import.meta.env.SSR && 'Create the account that owns this site.',
      path: '/claim',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./ClaimPage.tsx'), 'ClaimPage'),
  staticData: { source: 'accounts/auth/ClaimPage.tsx' },
})
