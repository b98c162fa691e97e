import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { subpage, subpageHead } from '#web/scripts/versions/subpage-route.ts'
import { loadUrlVersion, parsePageSearch, parseVersionSearch } from '#web/scripts/versions/url-version.ts'
import { worksPath } from '#web/scripts/versions/version-paths.ts'

import { worksQuery } from './works.data.ts'

export const worksRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/works',
  validateSearch: (search: Record<string, unknown>) => ({
    ...parseVersionSearch(search),
    ...parsePageSearch(search),
  }),
  loaderDeps: ({ search: { v, page } }) => ({ v, page }),
  loader: async ({ context, params: { id }, deps: { v, page = 1 } }) => {
    const { script, version } = await loadUrlVersion(context, { id, v })
    if (script && version !== null) await prefetch(context, worksQuery(script.id, v, page))
    return { script, version }
  },
  head: ({ match, loaderData }) => {
    const { page } = match.search
    return subpageHead(match, loaderData, {
      name: 'Compatibility',
      title: ({ name }, version) =>
        `Compatibility of ${name}${version ? ` ${version.number}` : ''}${page ? `, page ${page}` : ''}`,
      description:
        import.meta.env.SSR &&
        (({ name }) => `How ${name} works for its users, by framework and build of the game server.`),
      path: ({ id }, version) => {
        const v = version && !version.isCurrent ? version.id : undefined
        return `${worksPath(id)}${writeSearchText({ v, page })}`
      },
    })
  },
  component: lazyRouteComponent(() => import('./WorksPage.tsx'), 'WorksPage'),
  staticData: { source: 'scripts/works-reports/WorksPage.tsx' },
})
