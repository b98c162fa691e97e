import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { cutText } from '#contract/platform/cut-text.ts'
import { shareImageAt } from '#contract/platform/images.ts'
import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { currentSession } from '#web/app/session-store.ts'
import { categoriesQuery } from '#web/scripts/categories/categories.data.ts'
import { followStatusQuery } from '#web/site/follows/follow-status.data.ts'

import { ScriptGallery } from './lazy.ts'
import { authorQuery, scriptQuery } from './script-detail.data.ts'
import { parseScriptId } from './script-id.ts'
import { plainDescription, scriptSchemaOrg } from './script-schema-org.ts'
import { ScriptDetailSkeleton } from './ScriptDetailSkeleton.tsx'

const descriptionMax = 160

export const scriptDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id',
  loader: async ({ context, params, cause }) => {
    const id = parseScriptId(params.id)
    // The image of the card grows into that of the gallery only if it is there at once.
    if (cause === 'preload') void ScriptGallery.preload?.()
    const categories = prefetch(context, categoriesQuery)
    // The browser waits as well, because the title is that of the script. The component shows an error.
    const script =
      id === undefined
        ? null
        : await context.queryClient
            .ensureQueryData({ ...scriptQuery(id), revalidateIfStale: true })
            .catch(() => undefined)
    if (script === null) context.response.status = 404
    await Promise.all([
      categories,
      ...(script
        ? [
            prefetch(context, authorQuery(script.author)),
            prefetch(
              context,
              followStatusQuery({ kind: 'script', id: script.id }, currentSession()?.user.id),
            ),
          ]
        : []),
    ])
    return { script }
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context
    const script = loaderData?.script
    if (!script)
      return pageHead(site, {
        title: script === null ? 'Script Not Found' : 'Script',
        description:
          import.meta.env.SSR && 'The script you’re looking for doesn’t exist or has been removed.',
        path: match.pathname,
        isHidden: true,
      })
    return pageHead(site, {
      title: script.name,
      description: import.meta.env.SSR && shorten(plainDescription(script)),
      path: `/scripts/${script.id}`,
      image:
        import.meta.env.SSR && script.image
          ? { url: shareImageAt(script.image), alt: `The cover of ${script.name}` }
          : null,
      kind: 'article',
      // Search engines and feed readers read the server's page only.
      ...(import.meta.env.SSR && {
        data: scriptSchemaOrg(site, script),
        feed: { path: `/feed/script/${script.id}.xml`, title: `Versions of ${script.name}` },
      }),
    })
  },
  pendingMs: 150,
  pendingComponent: ScriptDetailSkeleton,
  component: lazyRouteComponent(() => import('./ScriptDetailPage.tsx'), 'ScriptDetailPage'),
  staticData: {
    source: 'scripts/script-page/ScriptDetailPage.tsx',
    skipLinks: [
      { label: 'Skip to download', hash: 'download', at: 'wide' },
      { label: 'Skip to download', hash: 'download-row', at: 'narrow' },
    ],
  },
})

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= descriptionMax) return line
  return `${cutText(line, descriptionMax).replace(/\s+\S*$/, '')}…`
}
