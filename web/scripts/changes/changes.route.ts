import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { currentSession } from '#web/app/session-store.ts'
import { editorIdOf } from '#web/scripts/script-page/author-role.ts'
import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { loadUrlVersion } from '#web/scripts/versions/url-version.ts'
import { changesPath } from '#web/scripts/versions/version-paths.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'

import { changesQuery } from './changes.data.ts'
import { parseChangesSearch } from './changes-search.ts'

/** A page with the data of more files would be too large: the browser loads them. */
const servedFilesMax = 500

export const changesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/changes',
  validateSearch: parseChangesSearch,
  loaderDeps: ({ search: { from, to } }) => ({ from, to }),
  loader: async ({ context, params: { id }, deps: { from, to } }) => {
    const { script } = await loadUrlVersion(context, { id, v: undefined })
    const version = to ?? script?.versionId
    if (!script || version === undefined) return { script }
    const { queryClient, response, isServer } = context
    const query = changesQuery(version, from)
    const choices = versionChoicesQuery(script.id, editorIdOf(currentSession(), script))
    await Promise.all([prefetch(context, query), prefetch(context, choices)])
    if (!isServer) return { script }
    const changes = queryClient.getQueryData(query.queryKey)
    if (changes === null) response.status = 404
    if (changes && changes.files.length > servedFilesMax) queryClient.removeQueries(query)
    return { script }
  },
  head: ({ match, loaderData: { script } = {} }) =>
    pageHead(match.context.site, {
      title: script ? `Changes: ${script.name}` : script === null ? 'Script Not Found' : 'Changes',
      description: import.meta.env.SSR && 'What changed from one version of an archive to another.',
      path: script ? changesPath(script.id) : match.pathname,
      isHidden: true,
    }),
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./ChangesPage.tsx'), 'ChangesPage'),
  staticData: { source: 'scripts/changes/ChangesPage.tsx' },
})
