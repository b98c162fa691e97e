import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { hiddenHead } from '#web/app/page-meta.ts'
import { signInPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseLinkSearch } from './link-token.ts'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signInPath,
  head: hiddenHead('Sign In', import.meta.env.SSR && 'Sign in or create an account.'),
  component: lazyRouteComponent(() => import('./SignInPage.tsx'), 'SignInPage'),
  staticData: { source: 'accounts/auth/SignInPage.tsx' },
})

export const claimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claim',
  validateSearch: parseLinkSearch,
  head: hiddenHead('Claim this site', import.meta.env.SSR && 'Create the account that owns this site.'),
  component: lazyRouteComponent(() => import('./ClaimPage.tsx'), 'ClaimPage'),
  staticData: { source: 'accounts/auth/ClaimPage.tsx' },
})

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: parseLinkSearch,
  head: hiddenHead('Choose a new password', import.meta.env.SSR && 'Set a new password for your account.'),
  component: lazyRouteComponent(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  staticData: { source: 'accounts/auth/ResetPasswordPage.tsx' },
})

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: parseLinkSearch,
  head: hiddenHead('Confirm your email', import.meta.env.SSR && 'Confirm the email address of your account.'),
  component: lazyRouteComponent(() => import('./VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  staticData: { source: 'accounts/auth/VerifyEmailPage.tsx' },
})
