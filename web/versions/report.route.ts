import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { scriptQuery } from '#web/scripts/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-id.ts'

import { ReportSkeleton } from './ReportSkeleton.tsx'
import { reportPath } from './version-paths.ts'
import { reportQuery } from './versions.data.ts'

export const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id/report',
  loader: async ({ context, params }) => {
    const id = parseScriptId(params.id)
    // The browser waits as well, because the title is that of the script. The component shows an error.
    const script =
      id === undefined
        ? null
        : await context.queryClient
            .ensureQueryData({ ...scriptQuery(id), revalidateIfStale: true })
            .catch(() => undefined)
    if (script === null) context.response.status = 404
    if (script?.versionId !== undefined) await prefetch(context, reportQuery(script.versionId))
    return { script }
  },
  head: ({ match, loaderData }) => {
    const script = loaderData?.script
    return pageHead(match.context.site, {
      title: script ? `Report: ${script.name}` : script === null ? 'Script Not Found' : 'Report',
      description:
        import.meta.env.SSR &&
        (script
          ? `What the archive of ${script.name} contains, what it can do and what deserves a look.`
          : 'The script you’re looking for doesn’t exist or has been removed.'),
      path: script ? reportPath(script.id) : match.pathname,
      isHidden: !script,
    })
  },
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
  component: lazyRouteComponent(() => import('./ReportPage.tsx'), 'ReportPage'),
  staticData: { source: 'versions/ReportPage.tsx' },
})
