import { xmlText } from './xml.rules.ts'

export type SitemapEntry = { address: string; changedAt?: Date }

const head = '<?xml version="1.0" encoding="utf-8"?>'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ address, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${xmlText(address)}</loc>${changed}</url>`
  })
  return [head, `<urlset xmlns="${namespace}">`, ...urls, '</urlset>\n'].join('\n')
}

/** A sitemap of sitemaps, for a site that one cannot hold. */
export function writeSitemapIndex(addresses: readonly string[]): string {
  const parts = addresses.map((address) => `<sitemap><loc>${xmlText(address)}</loc></sitemap>`)
  return [head, `<sitemapindex xmlns="${namespace}">`, ...parts, '</sitemapindex>\n'].join('\n')
}
