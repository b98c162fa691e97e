import type { Site } from '#contract/pages.ts'

type Meta = { title: string } | { name: string; content: string } | { property: string; content: string }
export type PageHead = {
  meta: Meta[]
  links: { rel: string; href: string }[]
  scripts?: { type: string; children: string }[]
}

/** What a page tells search engines and share cards, for a route's `head`. */
export function pageHead(
  site: Site,
  page: {
    title: string
    /** Read on the server's page only: with `import.meta.env.SSR &&` before it, it stays out of the browser's code. */
    description: string | false
    /** Address without the origin: what the page is known by, whatever it was reached through. */
    path: string
    image?: string | null | undefined
    kind?: 'website' | 'article' | 'profile'
    isHidden?: boolean
    /** A description for machines (schema.org). */
    data?: object
  },
): PageHead {
  const title = page.path === '/' ? page.title : `${page.title} · ${site.siteName}`
  const address = new URL(page.path, site.publicUrl).href
  // Crawlers and share cards read the server's page; in the browser only the title and the address live on.
  if (!import.meta.env.SSR) return { meta: [{ title }], links: [{ rel: 'canonical', href: address }] }
  const description = page.description || ''
  const image = page.image && new URL(page.image, site.publicUrl).href
  const share: [string, string][] = [
    ['og:site_name', site.siteName],
    ['og:type', page.kind ?? 'website'],
    ['og:title', page.title],
    ['og:description', description],
    ['og:url', address],
    ...(image ? [['og:image', image] satisfies [string, string]] : []),
  ]
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      { name: 'twitter:title', content: page.title },
      { name: 'twitter:description', content: description },
      ...(image ? [{ name: 'twitter:image', content: image }] : []),
      ...(page.isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...share.map(([property, content]) => ({ property, content })),
    ],
    links: page.isHidden ? [] : [{ rel: 'canonical', href: address }],
    ...(page.data && { scripts: [{ type: 'application/ld+json', children: JSON.stringify(page.data) }] }),
  }
}
