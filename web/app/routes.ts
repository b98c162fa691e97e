import { settingsRoute } from '#web/account/settings.route.ts'
import { claimRoute } from '#web/auth/claim.route.ts'
import { resetPasswordRoute } from '#web/auth/reset-password.route.ts'
import { verifyEmailRoute } from '#web/auth/verify-email.route.ts'
import { notFoundRoute } from '#web/layout/not-found.route.ts'
import { homeRoute } from '#web/home/home.route.ts'
import { faqRoute } from '#web/legal/faq.route.ts'
import {
  aboutRoute,
  cookiesRoute,
  dmcaRoute,
  privacyRoute,
  supportRoute,
  termsRoute,
} from '#web/legal/legal.routes.ts'
import { profileRoute } from '#web/profiles/profile.route.ts'
import { editScriptRoute } from '#web/scripts/edit-script.route.ts'
import { scriptDetailRoute } from '#web/scripts/script-detail.route.ts'
import { scriptListRoute } from '#web/scripts/script-list.route.ts'
import { submitRoute } from '#web/scripts/submit.route.ts'

import type { lazyRoutes } from './lazy-routes.ts'
import { placeholderRoutes } from './placeholder.routes.ts'
import { rootRoute } from './root-route.ts'

const publicRoutes = [
  homeRoute,
  scriptListRoute,
  scriptDetailRoute,
  editScriptRoute,
  submitRoute,
  profileRoute,
  settingsRoute,
  claimRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  termsRoute,
  privacyRoute,
  cookiesRoute,
  dmcaRoute,
  faqRoute,
  aboutRoute,
  supportRoute,
  notFoundRoute,
] as const

/** The first load has placeholders instead of the lazy routes. */
export function publicRouteTree() {
  return rootRoute.addChildren([...publicRoutes, ...placeholderRoutes])
}

export function fullRouteTree(lazy: typeof lazyRoutes) {
  return rootRoute.addChildren([...publicRoutes, ...lazy])
}
