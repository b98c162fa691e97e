import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseLinkSearch } from './link-token.ts'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: parseLinkSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Choose a new password',
      description: import.meta.env.SSR && 'Set a new password for your account.',
      path: '/reset-password',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  staticData: { source: 'accounts/auth/ResetPasswordPage.tsx' },
})
