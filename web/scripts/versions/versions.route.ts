import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { currentSession } from '#web/app/session-store.ts'
import { editorIdOf } from '#web/scripts/script-page/editor-role.ts'

import { ReportSkeleton } from './ReportSkeleton.tsx'
import { loadShown, parsePageSearch } from './shown-version.ts'
import { versionsPath } from './version-paths.ts'
import { versionListQuery } from './versions.data.ts'

export const versionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/versions',
  validateSearch: parsePageSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context, params: { id }, deps: { page = 1 } }) => {
    const { script } = await loadShown(context, { id, v: undefined })
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
