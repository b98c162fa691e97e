import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { canonicalSearch, loadUrlVersion, parseVersionSearch } from '#web/scripts/versions/url-version.ts'

import { installPath } from '#web/scripts/versions/version-paths.ts'
import { installQuery } from './install.data.ts'

export const installRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/install',
  validateSearch: parseVersionSearch,
  loaderDeps: ({ search: { v } }) => ({ v }),
  loader: async ({ context, params: { id }, deps: { v } }) => {
    const { script, version, versionId } = await loadUrlVersion(context, { id, v })
    if (versionId !== undefined) await prefetch(context, installQuery(versionId))
    return { script, version }
  },
  head: ({ match, loaderData: { script, version } = {} }) => {
    const isFound = script && version !== null
    return pageHead(match.context.site, {
      title: isFound
        ? `Install ${script.name}${version ? ` ${version.number}` : ''}`
        : script === null
          ? 'Script Not Found'
          : version === null
            ? 'Version Not Found'
            : 'Install',
      description:
        import.meta.env.SSR &&
        (isFound
          ? `How to install ${script.name} on a server: what it needs, the order of its resources, the lines for server.cfg.`
          : 'The script you’re looking for doesn’t exist or has been removed.'),
      path: isFound ? `${installPath(script.id)}${canonicalSearch(version)}` : match.pathname,
      isHidden: !isFound,
    })
  },
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./InstallPage.tsx'), 'InstallPage'),
  staticData: { source: 'scripts/install/InstallPage.tsx' },
})
