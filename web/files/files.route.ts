import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { scriptQuery } from '#web/scripts/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-id.ts'
import { filesPath } from '#web/versions/version-paths.ts'

import { FilesSkeleton } from './FilesSkeleton.tsx'
import { buildTree, findFolder } from './file-tree.ts'
import { filesQuery } from './files.data.ts'

/** A page with the data of more files would be too large: the browser loads them. */
const servedFilesMax = 1000

export const filesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/files/$',
  loader: async ({
    context: { queryClient, response, isServer },
    params: { id: text, _splat: path = '' },
  }) => {
    const id = parseScriptId(text)
    // The browser waits as well, because the title is that of the script. The component shows an error.
    const script =
      id === undefined
        ? null
        : await queryClient
            .ensureQueryData({ ...scriptQuery(id), revalidateIfStale: true })
            .catch(() => undefined)
    if (script === null) response.status = 404
    if (script?.versionId !== undefined && isServer) {
      const query = filesQuery(script.versionId)
      const tree = await queryClient.fetchQuery(query).catch(() => undefined)
      if (tree && tree.files.length > 0 && !hasPath(tree.files, path)) response.status = 404
      if (tree && tree.files.length > servedFilesMax) queryClient.removeQueries(query)
    }
    return { script }
  },
  head: ({ match, loaderData }) => {
    const script = loaderData?.script
    return pageHead(match.context.site, {
      title: script ? `Files: ${script.name}` : script === null ? 'Script Not Found' : 'Files',
      description: import.meta.env.SSR && 'The files of an archive, as its author uploaded them.',
      path: script ? filesPath(script.id) : match.pathname,
      isHidden: true,
    })
  },
  pendingMs: 150,
  pendingComponent: FilesSkeleton,
  component: lazyRouteComponent(() => import('./FilesPage.tsx'), 'FilesPage'),
  staticData: { source: 'files/FilesPage.tsx' },
})

function hasPath(files: Parameters<typeof buildTree>[0], path: string): boolean {
  return files.some((file) => file.path === path) || findFolder(buildTree(files), path) !== undefined
}
