import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { editsTag } from '#server/scripts/scripts.public.ts'
import { authorsTag } from '#server/access/access.public.ts'

import { authorUrl, categoryUrl, scriptUrl } from './urls.rules.ts'
import {
  selectAuthorsOfRange,
  selectFilledCategories,
  selectFilledRuns,
  selectScriptsOfRange,
  selectScriptTotal,
  type IdRange,
} from './sitemap.queries.ts'
import { xmlText } from './xml.rules.ts'

type SitemapEntry = { url: string; updatedAt?: Date }

const declaration = '<?xml version="1.0" encoding="utf-8"?>'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function writeSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, updatedAt }) => {
    const lastmod = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${xmlText(url)}</loc>${lastmod}</url>`
  })
  return [declaration, `<urlset xmlns="${namespace}">`, ...urls, '</urlset>\n'].join('\n')
}

/** For a site that is too large for one sitemap. */
function writeSitemapIndex(urls: readonly string[]): string {
  const parts = urls.map((url) => `<sitemap><loc>${xmlText(url)}</loc></sitemap>`)
  return [declaration, `<sitemapindex xmlns="${namespace}">`, ...parts, '</sitemapindex>\n'].join('\n')
}

/** The maximum of one sitemap (sitemaps.org). */
const urlsMax = 50_000
/** Ids in one part of a divided sitemap. A part is built in memory, so it must be small. */
const runLength = 20_000
const allIds: IdRange = { above: 0, upTo: 2_147_483_647 }

const fixedPages = [
  '/',
  '/scripts',
  '/collections',
  '/faq',
  '/cli',
  '/rules',
  '/moderation',
  '/terms',
  '/privacy',
  '/cookies',
  '/dmca',
  '/takedown',
]

/** The sitemap of the site, or an index of its parts if one sitemap may be too small. */
export async function readSitemap({ db, config: { publicUrl } }: App): Promise<CacheableResponse> {
  const total = await selectScriptTotal(db)
  const site = await listSitePages(db, publicUrl)
  // Each script can have another author.
  const fits = site.length + 2 * total <= urlsMax
  const body = fits
    ? writeSitemap([
        ...site,
        ...(await listScripts(db, publicUrl, allIds)),
        ...(await listAuthors(db, publicUrl, allIds)),
      ])
    : writeSitemapIndex([
        `${publicUrl}/sitemap/site.xml`,
        ...(await listParts(db, publicUrl, 'scripts')),
        ...(await listParts(db, publicUrl, 'authors')),
      ])
  return respond(body)
}

/** A part by its name in the index: `site.xml`, `scripts-3.xml`, `authors-1.xml`. */
export async function readSitemapPart(
  { db, config: { publicUrl } }: App,
  name: string,
): Promise<CacheableResponse> {
  if (name === 'site.xml') return respond(writeSitemap(await listSitePages(db, publicUrl)))
  const [, kind, number] = /^(scripts|authors)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const run = Number(number)
  const range = { above: (run - 1) * runLength, upTo: run * runLength }
  const list = kind === 'scripts' ? listScripts : listAuthors
  const entries = kind === undefined ? [] : await list(db, publicUrl, range)
  if (entries.length === 0) throw notFound('Not found')
  // Crawlers read each part once. Cached parts would evict pages that visitors request.
  return respond(writeSitemap(entries), { noStore: true })
}

async function listSitePages(db: Db, publicUrl: string): Promise<SitemapEntry[]> {
  const categories = await selectFilledCategories(db)
  return [
    ...fixedPages.map((path) => ({ url: `${publicUrl}${path}` })),
    ...categories.map((name) => ({ url: categoryUrl(publicUrl, name) })),
  ]
}

async function listScripts(db: Db, publicUrl: string, range: IdRange): Promise<SitemapEntry[]> {
  const scripts = await selectScriptsOfRange(db, range)
  return scripts.map(({ id, updatedAt }) => ({ url: scriptUrl(publicUrl, id), updatedAt }))
}

async function listAuthors(db: Db, publicUrl: string, range: IdRange): Promise<SitemapEntry[]> {
  const usernames = await selectAuthorsOfRange(db, range)
  return usernames.map((name) => ({ url: authorUrl(publicUrl, name) }))
}

async function listParts(db: Db, publicUrl: string, kind: 'scripts' | 'authors'): Promise<string[]> {
  const runs = await selectFilledRuns(db, kind, runLength)
  return runs.map((run) => `${publicUrl}/sitemap/${kind}-${run}.xml`)
}

function respond(body: string, { noStore = false } = {}): CacheableResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body,
    tags: new Set(['scripts', editsTag, 'categories', authorsTag]),
    noStore,
  }
}
