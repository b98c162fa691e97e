import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { invitationsPath } from '#web/scripts/versions/version-paths.ts'

export const invitationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Invitations',
      description: import.meta.env.SSR && 'Scripts, collections and teams that you are invited to work on.',
      path: invitationsPath,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./InvitationsPage.tsx'), 'InvitationsPage'),
  staticData: { source: 'scripts/members/InvitationsPage.tsx' },
})
