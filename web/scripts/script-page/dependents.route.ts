import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { loadUrlVersion, parsePageSearch } from '#web/scripts/versions/url-version.ts'
import { dependentsPath } from '#web/scripts/versions/version-paths.ts'

import { dependentListQuery } from './related-scripts.data.ts'

export const dependentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/dependents',
  validateSearch: parsePageSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context, params: { id }, deps: { page = 1 } }) => {
    const categories = prefetch(context, categoriesQuery)
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    await Promise.all([categories, script && prefetch(context, dependentListQuery(script.id, page))])
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) => {
    const { page } = match.search
    return pageHead(match.context.site, {
      title: script
        ? `Used by: ${script.name}${page ? `, page ${page}` : ''}`
        : script === null
          ? 'Script Not Found'
          : 'Used by',
      description:
        import.meta.env.SSR &&
        (script
          ? `The scripts that need a resource of ${script.name}, most downloaded first.`
          : 'The script you’re looking for doesn’t exist or has been removed.'),
      path: script ? `${dependentsPath(script.id)}${writeSearchText({ page })}` : match.pathname,
      isHidden: !script,
    })
  },
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./DependentsPage.tsx'), 'DependentsPage'),
  staticData: { source: 'scripts/script-page/DependentsPage.tsx' },
})
