import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prepare } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-head.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { categoriesQuery } from '#web/categories/categories.data.ts'

export const submitRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/submit',
  loader: ({ context }) => prepare(context, categoriesQuery),
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Submit Script',
      description:
        import.meta.env.SSR &&
        'Share a script, map or vehicle of yours with the community. It is available at once.',
      path: '/submit',
    }),
  component: lazyRouteComponent(() => import('./SubmitPage.tsx'), 'SubmitPage'),
  staticData: { source: 'scripts/SubmitPage.tsx' },
})
