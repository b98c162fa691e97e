import { createRoute, redirect } from '@tanstack/react-router'

import type { PageContext } from './page-context.ts'
import { rootRoute } from './root-route.ts'

/** A placeholder for routes that the first load leaves out: the first visit loads them and is redirected to its own URL. */
function placeholder(path: string) {
  return createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: loadRoutes })
}

async function loadRoutes({ context, location }: { context: PageContext; location: { publicHref: string } }) {
  await context.loadLazyRoutes?.()
  throw redirect({ href: location.publicHref, replace: true })
}

export const placeholderRoutes = [
  '/admin/$',
  '/scripts/$id/$',
  '/cases/$',
  '/moderation',
  '/rules',
  '/notifications',
  '/submit',
  '/profile/settings',
  '/claim',
  '/reset-password',
  '/verify-email',
  '/takedown',
  '/takedown/$',
  '/terms',
  '/privacy',
  '/cookies',
  '/dmca',
  '/faq',
  '/about',
  '/support',
].map(placeholder)
