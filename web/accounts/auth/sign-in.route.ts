import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { signInPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signInPath,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Sign In',
      description: import.meta.env.SSR && 'Sign in or create an account.',
      path: signInPath,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./SignInPage.tsx'), 'SignInPage'),
  staticData: { source: 'accounts/auth/SignInPage.tsx' },
})
