import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { hiddenHead, pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'

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

export const editScriptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/edit',
  head: hiddenHead('Edit Script', import.meta.env.SSR && 'Change a script that you shared.'),
  component: lazyRouteComponent(() => import('./ScriptFormPage.tsx'), 'EditPage'),
  staticData: { source: 'scripts/script-changes/ScriptFormPage.tsx' },
})

export const newVersionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/versions/new',
  head: hiddenHead(
    'Upload a Version',
    import.meta.env.SSR && 'Upload a version of a script that you work on.',
  ),
  component: lazyRouteComponent(() => import('./ScriptFormPage.tsx'), 'NewVersionPage'),
  staticData: { source: 'scripts/script-changes/ScriptFormPage.tsx' },
})
