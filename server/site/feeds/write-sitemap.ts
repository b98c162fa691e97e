import { xmlText } from './xml.rules.ts'

export type SitemapEntry = { url: string; updatedAt?: Date }

const declaration = '<?xml version="1.0" encoding="utf-8"?>'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, updatedAt }) => {
    const lastmod = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${xmlText(url)}</loc>${lastmod}</url>`
  })
  return [declaration, `<urlset xmlns="${namespace}">`, ...urls, '</urlset>\n'].join('\n')
}

/** For a site that is too large for one sitemap. */
export function writeSitemapIndex(urls: readonly string[]): string {
  const parts = urls.map((url) => `<sitemap><loc>${xmlText(url)}</loc></sitemap>`)
  return [declaration, `<sitemapindex xmlns="${namespace}">`, ...parts, '</sitemapindex>\n'].join('\n')
}
