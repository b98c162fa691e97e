import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseLinkSearch } from './link-token.ts'

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: parseLinkSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Confirm your email',
      description: import.meta.env.SSR && 'Confirm the email address of your account.',
      path: '/verify-email',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  staticData: { source: 'accounts/auth/VerifyEmailPage.tsx' },
})
