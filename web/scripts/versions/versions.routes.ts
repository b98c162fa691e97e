import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { currentSession } from '#web/app/session-store.ts'
import { editorIdOf } from '#web/scripts/script-page/author-role.ts'

import { ReportSkeleton } from './ReportSkeleton.tsx'
import { loadUrlVersion, parsePageSearch, canonicalSearch, parseVersionSearch } from './url-version.ts'
import { versionsPath, reportPath } from './version-paths.ts'
import { versionListQuery, reportQuery } from './versions.data.ts'

export const versionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/versions',
  validateSearch: parsePageSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context, params: { id }, deps: { page = 1 } }) => {
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    if (script)
      await prefetch(context, versionListQuery(script.id, page, editorIdOf(currentSession(), script)))
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) => {
    const { page } = match.search
    return pageHead(match.context.site, {
      title: script
        ? `Versions: ${script.name}${page ? `, page ${page}` : ''}`
        : script === null
          ? 'Script Not Found'
          : 'Versions',
      description:
        import.meta.env.SSR &&
        (script
          ? `The versions of ${script.name}: what is new in each of them, what it can do, and its archive.`
          : 'The script you’re looking for doesn’t exist or has been removed.'),
      path: script ? `${versionsPath(script.id)}${writeSearchText({ page })}` : match.pathname,
      isHidden: !script,
    })
  },
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./VersionsPage.tsx'), 'VersionsPage'),
  staticData: { source: 'scripts/versions/VersionsPage.tsx' },
})

export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/report',
  validateSearch: parseVersionSearch,
  loaderDeps: ({ search: { v } }) => ({ v }),
  loader: async ({ context, params: { id }, deps: { v } }) => {
    const { script, version, versionId } = await loadUrlVersion(context, { id, v })
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

export const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/history',
  loader: async ({ context, params: { id } }) => {
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) =>
    pageHead(match.context.site, {
      title: script ? `History: ${script.name}` : script === null ? 'Script Not Found' : 'History',
      description: import.meta.env.SSR && 'Who changed a script, for its authors.',
      path: match.pathname,
      isHidden: true,
    }),
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./HistoryPage.tsx'), 'HistoryPage'),
  staticData: { source: 'scripts/versions/HistoryPage.tsx' },
})
