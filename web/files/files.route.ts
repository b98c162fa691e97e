import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import type { TreeFile } from '#contract/versions.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { loadShown, parseVersionSearch } from '#web/versions/shown-version.ts'
import { filesPath } from '#web/versions/version-paths.ts'

import { FilesSkeleton } from './FilesSkeleton.tsx'
import { buildTree, findFolder, firstFile } from './file-tree.ts'
import { filesQuery, servedTextQuery } from './files.data.ts'

/** A page with the data of more files would be too large: the browser loads them. */
const servedFilesMax = 1000
/** Bytes of a text. */
const servedSizeMax = 256 * 1024

export const filesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/files/$',
  validateSearch: parseVersionSearch,
  loaderDeps: ({ search: { v } }) => ({ v }),
  loader: async ({ context, params: { id, _splat: path = '' }, deps: { v } }) => {
    const { queryClient, response, isServer } = context
    const { script, version, versionId } = await loadShown(context, { id, v })
    if (versionId !== undefined && isServer) {
      const query = filesQuery(versionId)
      const tree = await queryClient.fetchQuery(query).catch(() => undefined)
      if (tree && tree.files.length > 0 && !hasPath(tree.files, path)) response.status = 404
      const file = tree && (path === '' ? firstFile(tree.files) : tree.files.find((one) => one.path === path))
      if (file && isServed(file)) await queryClient.prefetchQuery(servedTextQuery(versionId, file.n))
      if (tree && tree.files.length > servedFilesMax) queryClient.removeQueries(query)
    }
    return { script, version }
  },
  head: ({ match, loaderData: { script, version } = {} }) =>
    pageHead(match.context.site, {
      title:
        script && version !== null
          ? `Files${version ? ` of ${version.number}` : ''}: ${script.name}`
          : script === null
            ? 'Script Not Found'
            : version === null
              ? 'Version Not Found'
              : 'Files',
      description: import.meta.env.SSR && 'The files of an archive, as its author uploaded them.',
      path: script ? filesPath(script.id) : match.pathname,
      isHidden: true,
    }),
  pendingMs: 150,
  pendingComponent: FilesSkeleton,
  component: lazyRouteComponent(() => import('./FilesPage.tsx'), 'FilesPage'),
  staticData: { source: 'files/FilesPage.tsx' },
})

/** Whether the page of a file has its text. */
function isServed({ kind, isStored, size }: TreeFile): boolean {
  return kind === 'text' && isStored && size <= servedSizeMax
}

function hasPath(files: Parameters<typeof buildTree>[0], path: string): boolean {
  return files.some((file) => file.path === path) || findFolder(buildTree(files), path) !== undefined
}
