import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { loadUrlVersion } from '#web/scripts/versions/url-version.ts'

export const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/members',
  loader: async ({ context, params: { id } }) => {
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) =>
    pageHead(match.context.site, {
      title: script ? `Members of ${script.name}` : script === null ? 'Script Not Found' : 'Members',
      description: import.meta.env.SSR && 'Who works on a script, for its authors.',
      path: match.pathname,
      isHidden: true,
    }),
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./MembersPage.tsx'), 'MembersPage'),
  staticData: { source: 'scripts/members/MembersPage.tsx' },
})
