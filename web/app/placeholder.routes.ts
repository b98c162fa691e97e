import { createRoute, redirect } from '@tanstack/react-router'

import type { RouteGroup } from './lazy-routes.ts'
import type { PageContext } from './page-context.ts'
import { rootRoute } from './root-route.ts'

/** Placeholders for routes that the first load leaves out: the first visit loads the group and is redirected to its own URL. */
function placeholders(group: RouteGroup, ...paths: string[]) {
  const beforeLoad = async ({
    context,
    location,
  }: {
    context: PageContext
    location: { publicHref: string }
  }) => {
    await context.loadLazyRoutes?.(group)
    throw redirect({ href: location.publicHref, replace: true })
  }
  return paths.map((path) =>
    createRoute({ getParentRoute: () => rootRoute, path, beforeLoad, staticData: { group } }),
  )
}

export const placeholderRoutes = [
  ...placeholders('admin', '/admin/$'),
  // Not `/scripts/$id/$`, which also matches `/scripts/1`: the first visit of a script would load the group.
  ...placeholders(
    'archives',
    '/scripts/$id/dependents',
    '/scripts/$id/history',
    '/scripts/$id/install',
    '/scripts/$id/members',
    '/scripts/$id/report',
    '/scripts/$id/statistics',
    '/scripts/$id/versions',
    '/scripts/$id/works',
  ),
  ...placeholders(
    'cases',
    '/cases/$',
    '/invitations',
    '/moderation',
    '/notifications',
    '/takedown',
    '/takedown/$',
    '/unsubscribe/email/$user/$scope/$signature',
  ),
  ...placeholders('collections', '/collections/$'),
  ...placeholders('files', '/scripts/$id/changes', '/scripts/$id/files/$'),
  ...placeholders(
    'forms',
    '/scripts/$id/edit',
    '/scripts/$id/versions/new',
    '/submit',
    '/profile/settings',
    '/claim',
    '/reset-password',
    '/sign-in',
    '/verify-email',
  ),
  ...placeholders('profiles', '/teams', '/teams/$', '/user/{-$username}'),
  ...placeholders(
    'texts',
    '/cli',
    '/rules',
    '/terms',
    '/privacy',
    '/cookies',
    '/dmca',
    '/faq',
    '/about',
    '/support',
  ),
]
