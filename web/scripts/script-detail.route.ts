import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { shareImageAt } from '#contract/images.ts'
import { prepare } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-head.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { categoriesQuery } from '#web/categories/categories.data.ts'

import { authorQuery, scriptQuery } from './script-detail.data.ts'
import { readScriptId } from './script-id.ts'
import { scriptSchemaOrg } from './script-schema-org.ts'
import { ScriptDetailSkeleton } from './ScriptDetailSkeleton.tsx'

const descriptionMax = 160

export const scriptDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scripts/$id',
  loader: async ({ context, params }) => {
    const id = readScriptId(params.id)
    const categories = prepare(context, categoriesQuery)
    // The title of the page is in the answer, so the browser waits for it as the server does. A failure is the page's to show.
    const script =
      id === undefined
        ? null
        : await context.queryClient
            .ensureQueryData({ ...scriptQuery(id), revalidateIfStale: true })
            .catch(() => undefined)
    if (script === null) context.answer.status = 404
    await Promise.all([categories, script && prepare(context, authorQuery(script.author))])
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
      description: import.meta.env.SSR && shorten(script.description),
      path: `/scripts/${script.id}`,
      image: script.image && shareImageAt(script.image),
      kind: 'article',
      // Machines read the server's page, so the browser need not know how to write it.
      ...(import.meta.env.SSR && { data: scriptSchemaOrg(site, script) }),
    })
  },
  pendingMs: 150,
  pendingComponent: ScriptDetailSkeleton,
  component: lazyRouteComponent(() => import('./ScriptDetailPage.tsx'), 'ScriptDetailPage'),
  staticData: { source: 'scripts/ScriptDetailPage.tsx' },
})

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= descriptionMax) return line
  return `${line.slice(0, descriptionMax).replace(/\s+\S*$/, '')}…`
}
