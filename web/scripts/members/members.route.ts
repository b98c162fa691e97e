import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { loadScript, subpage, subpageHead } from '#web/scripts/versions/subpage-route.ts'

export const membersRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/members',
  loader: loadScript,
  head: ({ match, loaderData }) =>
    subpageHead(match, loaderData, {
      name: 'Members',
      title: ({ name }) => `Members of ${name}`,
      description: import.meta.env.SSR && 'Who works on a script, for its authors.',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./MembersPage.tsx'), 'MembersPage'),
  staticData: { source: 'scripts/members/MembersPage.tsx' },
})
