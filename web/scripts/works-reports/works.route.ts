import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { loadUrlVersion, parsePageSearch, parseVersionSearch } from '#web/scripts/versions/url-version.ts'

import { worksPath } from '#web/scripts/versions/version-paths.ts'
import { worksQuery } from './works.data.ts'

export const worksRoute = createRoute({
  getParentRoute: () => rootRoute,
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
  head: ({ match, loaderData: { script, version } = {} }) => {
    const isFound = script && version !== null
    const { page } = match.search
    const v = version && !version.isCurrent ? version.id : undefined
    return pageHead(match.context.site, {
      title: isFound
        ? `Compatibility of ${script.name}${version ? ` ${version.number}` : ''}${page ? `, page ${page}` : ''}`
        : script === null
          ? 'Script Not Found'
          : version === null
            ? 'Version Not Found'
            : 'Compatibility',
      description:
        import.meta.env.SSR &&
        (isFound
          ? `How ${script.name} works for its users, by framework and build of the game server.`
          : 'The script you’re looking for doesn’t exist or has been removed.'),
      path: isFound ? `${worksPath(script.id)}${writeSearchText({ v, page })}` : match.pathname,
      isHidden: !isFound,
    })
  },
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./WorksPage.tsx'), 'WorksPage'),
  staticData: { source: 'scripts/works-reports/WorksPage.tsx' },
})
