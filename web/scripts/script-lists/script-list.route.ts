import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'

import { parseScriptListSearch } from './script-list-search.ts'
import { scriptListQuery } from './scripts.data.ts'

export const scriptListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts',
  validateSearch: parseScriptListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { isServer, queryClient } = context
    const query = scriptListQuery(deps)
    const list = prefetch(context, query)
    const categories = prefetch(context, categoriesQuery)
    if (isServer) await Promise.all([list, categories])
    return { category: queryClient.getQueryData(query.queryKey)?.category ?? deps.category }
  },
  head: ({ match, loaderData }) => {
    const { q, page } = match.search
    // The URL may have a former name.
    const category = loaderData?.category ?? match.search.category
    const name = [category ?? 'Scripts', q && `“${q}”`, page && `page ${page}`].filter(Boolean).join(', ')
    return pageHead(match.context.site, {
      title: name,
      description:
        import.meta.env.SSR &&
        `Browse, search and download free game-server scripts${category ? ` in ${category}` : ''}, shared by the community.`,
      path: `/scripts${writeSearchText({ category, page })}`,
      isHidden: q !== undefined,
    })
  },
  component: lazyRouteComponent(() => import('./ScriptListPage.tsx'), 'ScriptListPage'),
  staticData: {
    source: 'scripts/script-lists/ScriptListPage.tsx',
    skipLinks: [{ label: 'Skip to results', hash: 'results' }],
  },
})
