import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { hiddenHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

export const invitationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations',
  head: hiddenHead(
    'Invitations',
    import.meta.env.SSR && 'Scripts, collections and teams that you are invited to work on.',
  ),
  component: lazyRouteComponent(() => import('./InvitationsPage.tsx'), 'InvitationsPage'),
  staticData: { source: 'scripts/members/InvitationsPage.tsx' },
})
