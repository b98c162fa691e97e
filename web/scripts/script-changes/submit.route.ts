import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { categoriesQuery } from '#web/scripts/categories/categories.data.ts'

import { availability } from './script-changes.texts.ts'

export const submitRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/submit',
  loader: ({ context }) => prefetch(context, categoriesQuery),
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Submit Script',
      description:
        import.meta.env.SSR &&
        `Share a script, map or vehicle of yours with the community. It is ${availability[match.context.site.reviewMode]}.`,
      path: '/submit',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./SubmitPage.tsx'), 'SubmitPage'),
  staticData: { source: 'scripts/script-changes/SubmitPage.tsx' },
})
