import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { ReportSkeleton } from './ReportSkeleton.tsx'
import { canonicalSearch, loadShown, parseVersionSearch } from './shown-version.ts'
import { reportPath } from './version-paths.ts'
import { reportQuery } from './versions.data.ts'

export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/report',
  validateSearch: parseVersionSearch,
  loaderDeps: ({ search: { v } }) => ({ v }),
  loader: async ({ context, params: { id }, deps: { v } }) => {
    const { script, version, versionId } = await loadShown(context, { id, v })
    if (versionId !== undefined) await prefetch(context, reportQuery(versionId))
    return { script, version }
  },
  head: ({ match, loaderData: { script, version } = {} }) => {
    const isFound = script && version !== null
    return pageHead(match.context.site, {
      title: isFound
        ? `Report${version ? ` of ${version.number}` : ''}: ${script.name}`
        : script === null
          ? 'Script Not Found'
          : version === null
            ? 'Version Not Found'
            : 'Report',
      description:
        import.meta.env.SSR &&
        (isFound
          ? `What the archive of ${script.name} contains, what it can do and what deserves a look.`
          : 'The script you’re looking for doesn’t exist or has been removed.'),
      path: isFound ? `${reportPath(script.id)}${canonicalSearch(version)}` : match.pathname,
      isHidden: !isFound,
    })
  },
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./ReportPage.tsx'), 'ReportPage'),
  staticData: { source: 'scripts/versions/ReportPage.tsx' },
})
