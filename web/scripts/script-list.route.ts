import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prepare } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-head.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { categoriesQuery } from '#web/categories/categories.data.ts'

import { readScriptListSearch } from './script-list-search.ts'
import { scriptListQuery } from './scripts.data.ts'

export const scriptListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts',
  validateSearch: readScriptListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([prepare(context, scriptListQuery(deps)), prepare(context, categoriesQuery)]),
  head: ({ match }) => {
    const { q, category, page } = match.search
    const name = [category ?? 'Assets', q && `“${q}”`, page && `page ${page}`].filter(Boolean).join(', ')
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
  staticData: { source: 'scripts/ScriptListPage.tsx' },
})
