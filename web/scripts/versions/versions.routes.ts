import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { currentSession } from '#web/app/session-store.ts'
import { editorIdOf } from '#web/scripts/script-page/author-role.ts'

import { canonicalSearch, loadScript, subpage, subpageHead } from './subpage-route.ts'
import { loadUrlVersion, parsePageSearch, parseVersionSearch } from './url-version.ts'
import { versionsPath, reportPath } from './version-paths.ts'
import { versionListQuery, reportQuery } from './versions.data.ts'

export const versionsRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/versions',
  validateSearch: parsePageSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context, params: { id }, deps: { page = 1 } }) => {
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    if (script)
      await prefetch(context, versionListQuery(script.id, page, editorIdOf(currentSession(), script)))
    return { script }
  },
  head: ({ match, loaderData }) => {
    const { page } = match.search
    return subpageHead(match, loaderData, {
      name: 'Versions',
      title: ({ name }) => `Versions: ${name}${page ? `, page ${page}` : ''}`,
      description:
        import.meta.env.SSR &&
        (({ name }) =>
          `The versions of ${name}: what is new in each of them, what it can do, and its archive.`),
      path: ({ id }) => `${versionsPath(id)}${writeSearchText({ page })}`,
    })
  },
  component: lazyRouteComponent(() => import('./VersionsPage.tsx'), 'VersionsPage'),
  staticData: { source: 'scripts/versions/VersionsPage.tsx' },
})

export const reportRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/report',
  validateSearch: parseVersionSearch,
  loaderDeps: ({ search: { v } }) => ({ v }),
  loader: async ({ context, params: { id }, deps: { v } }) => {
    const { script, version, versionId } = await loadUrlVersion(context, { id, v })
    if (versionId !== undefined) await prefetch(context, reportQuery(versionId))
    return { script, version }
  },
  head: ({ match, loaderData }) =>
    subpageHead(match, loaderData, {
      name: 'Report',
      title: ({ name }, version) => `Report${version ? ` of ${version.number}` : ''}: ${name}`,
      description:
        import.meta.env.SSR &&
        (({ name }) => `What the archive of ${name} contains, what it can do and what deserves a look.`),
      path: ({ id }, version) => `${reportPath(id)}${canonicalSearch(version)}`,
    }),
  component: lazyRouteComponent(() => import('./ReportPage.tsx'), 'ReportPage'),
  staticData: { source: 'scripts/versions/ReportPage.tsx' },
})

export const historyRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/history',
  loader: loadScript,
  head: ({ match, loaderData }) =>
    subpageHead(match, loaderData, {
      name: 'History',
      title: ({ name }) => `History: ${name}`,
      description: import.meta.env.SSR && 'Who changed a script, for its authors.',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./HistoryPage.tsx'), 'HistoryPage'),
  staticData: { source: 'scripts/versions/HistoryPage.tsx' },
})
