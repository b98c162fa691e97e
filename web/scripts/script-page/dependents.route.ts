import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { subpage, subpageHead } from '#web/scripts/versions/subpage-route.ts'
import { loadUrlVersion, parsePageSearch } from '#web/scripts/versions/url-version.ts'
import { dependentsPath } from '#web/scripts/versions/version-paths.ts'

import { dependentListQuery } from './related-scripts.data.ts'

export const dependentsRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/dependents',
  validateSearch: parsePageSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context, params: { id }, deps: { page = 1 } }) => {
    const categories = prefetch(context, categoriesQuery)
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    await Promise.all([categories, script && prefetch(context, dependentListQuery(script.id, page))])
    return { script }
  },
  head: ({ match, loaderData }) => {
    const { page } = match.search
    return subpageHead(match, loaderData, {
      name: 'Used by',
      title: ({ name }) => `Used by: ${name}${page ? `, page ${page}` : ''}`,
      description:
        import.meta.env.SSR &&
        (({ name }) => `The scripts that need a resource of ${name}, most downloaded first.`),
      path: ({ id }) => `${dependentsPath(id)}${writeSearchText({ page })}`,
    })
  },
  component: lazyRouteComponent(() => import('./DependentsPage.tsx'), 'DependentsPage'),
  staticData: { source: 'scripts/script-page/DependentsPage.tsx' },
})
