import type { Site } from '#contract/site/pages.ts'

type Meta = { title: string } | { name: string; content: string } | { property: string; content: string }
export type PageHead = {
  meta: Meta[]
  links: { rel: string; href: string; type?: string; title?: string }[]
  scripts?: { type: string; children: string }[]
}

type SharedImage = { url: string; alt: string; width?: number; height?: number }

/** Title, description and sharing metadata for a route's `head`. */
export function pageHead(
  site: Site,
  page: {
    title: string
    /** Used by the server only: `import.meta.env.SSR &&` before the text removes it from the client build. */
    description: string | false
    /** Canonical URL without the origin. */
    path: string
    /** Without one the page has the image of the site. */
    image?: SharedImage | null | undefined
    kind?: 'website' | 'article' | 'profile'
    isHidden?: boolean
    /** JSON-LD of schema.org. */
    data?: object
    /** The URL of a feed without the origin. */
    feed?: { path: string; title: string }
  },
): PageHead {
  const title = page.path === '/' ? page.title : `${page.title} · ${site.siteName}`
  const url = new URL(page.path, site.publicUrl).href
  // Crawlers read the server's page: the browser updates title and canonical URL only.
  if (!import.meta.env.SSR) return { meta: [{ title }], links: [{ rel: 'canonical', href: url }] }
  const description = page.description || ''
  const image = page.image ?? siteImage(site)
  const imageUrl = new URL(image.url, site.publicUrl).href
  const share: [string, string][] = [
    ['og:site_name', site.siteName],
    ['og:type', page.kind ?? 'website'],
    ['og:title', page.title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', imageUrl],
    ['og:image:alt', image.alt],
  ]
  if (image.width !== undefined && image.height !== undefined)
    share.push(['og:image:width', String(image.width)], ['og:image:height', String(image.height)])
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'twitter:card', content: page.kind === 'profile' ? 'summary' : 'summary_large_image' },
      { name: 'twitter:title', content: page.title },
      { name: 'twitter:description', content: description },
      { name: 'twitter:image', content: imageUrl },
      { name: 'twitter:image:alt', content: image.alt },
      ...(page.isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...share.map(([property, content]) => ({ property, content })),
    ],
    links: [
      ...(page.feed
        ? [{ rel: 'alternate', href: page.feed.path, type: 'application/atom+xml', title: page.feed.title }]
        : []),
      ...(page.isHidden ? [] : [{ rel: 'canonical', href: url }]),
    ],
    ...(page.data && { scripts: [{ type: 'application/ld+json', children: JSON.stringify(page.data) }] }),
  }
}

/** The `head` of a page that search engines do not list. */
export function hiddenHead(title: string, description: string | false) {
  return ({ match: { context, pathname } }: { match: { context: { site: Site }; pathname: string } }) =>
    pageHead(context.site, { title, description, path: pathname, isHidden: true })
}

function siteImage({ siteName }: Site): SharedImage {
  return { url: '/share.png', alt: `The logo of ${siteName}`, width: 1200, height: 630 }
}
