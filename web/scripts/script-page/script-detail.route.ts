import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { cutText } from '#contract/platform/cut-text.ts'
import { descriptionText } from '#contract/platform/description-text.ts'
import { shareImageAt, imageAt } from '#contract/platform/images.ts'
import { licenseName, licenseUrl } from '#contract/scripts/licenses.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Site } from '#contract/site/pages.ts'
import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { authorPath, scriptPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { currentSession } from '#web/app/session-store.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { followStatusQuery } from '#web/site/follows/follow-status.data.ts'

import { ScriptDetailSkeleton } from './ScriptDetailSkeleton.tsx'
import { ScriptGallery } from './lazy.ts'
import { authorQuery, scriptQuery } from './script-detail.data.ts'
import { parseScriptId } from './script-id.ts'

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

function scriptSchemaOrg(site: Site, script: Script): object {
  const absolute = (path: string) => new URL(path, site.publicUrl).href
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: script.name,
    description: plainDescription(script),
    url: absolute(scriptPath(script.id)),
    image: script.images.map((image) => absolute(imageAt(image, 1600))),
    author: {
      '@type': script.authorIsTeam ? 'Organization' : 'Person',
      name: script.author,
      url: absolute(authorPath(script)),
    },
    applicationCategory: 'GameApplication',
    applicationSubCategory: script.category,
    softwareVersion: script.version,
    ...(script.license && { license: licenseUrl(script.license) ?? licenseName(script.license) }),
    ...(script.documentationUrl && {
      softwareHelp: { '@type': 'CreativeWork', url: script.documentationUrl },
    }),
    ...(script.sourceUrl && { sameAs: script.sourceUrl }),
    ...(script.supportUrl && { discussionUrl: script.supportUrl }),
    fileSize: `${Math.max(1, Math.round(script.fileSize / 1024))}KB`,
    keywords: script.tags.join(', '),
    datePublished: script.createdAt,
    dateModified: script.updatedAt,
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
    interactionStatistic: [
      counter('DownloadAction', script.downloads),
      counter('LikeAction', script.likes),
      counter('ViewAction', script.views),
    ],
  }
}

function counter(action: string, count: number): object {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}

function plainDescription({ formattedDescription, description }: Script): string {
  return formattedDescription ? descriptionText(formattedDescription).trim() : description
}
