import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { signInPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseLinkSearch } from './link-token.ts'

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
