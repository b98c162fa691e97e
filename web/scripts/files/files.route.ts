import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import type { TreeFile } from '#contract/scripts/versions.ts'
import type { PageContext } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { loadUrlVersion, parseVersionSearch } from '#web/scripts/versions/url-version.ts'
import { filesPath } from '#web/scripts/versions/version-paths.ts'

import { FilesSkeleton } from './FilesSkeleton.tsx'
import { firstFile } from './file-tree.ts'
import { filesQuery, servedFileQuery, servedTextQuery } from './files.data.ts'

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
    const { script, version, versionId } = await loadUrlVersion(context, { id, v })
    if (versionId !== undefined && context.isServer) await loadServed(context, versionId, path)
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
  staticData: { source: 'scripts/files/FilesPage.tsx' },
})

async function loadServed({ queryClient, response }: PageContext, versionId: number, path: string) {
  const served = await queryClient.fetchQuery(servedFileQuery(versionId, path)).catch(() => undefined)
  if (!served) return
  const { filesTotal, isFound } = served
  if (filesTotal > 0 && !isFound) response.status = 404
  const query = filesQuery(versionId)
  const tree = filesTotal <= servedFilesMax ? queryClient.fetchQuery(query).catch(() => undefined) : undefined
  const file = path === '' ? firstFile((await tree)?.files ?? []) : served.file
  await Promise.all([
    tree,
    file && isServed(file) && queryClient.prefetchQuery(servedTextQuery(versionId, file.n)),
  ])
}

/** Returns whether the page of a file has its text. */
function isServed({ kind, isStored, size }: TreeFile): boolean {
  return kind === 'text' && isStored && size <= servedSizeMax
}
