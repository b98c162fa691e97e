import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { collectionsTag, editsTag } from '#server/scripts/scripts.public.ts'
import { authorsTag } from '#server/access/access.public.ts'

import { authorUrl, categoryUrl, collectionUrl, scriptUrl, xmlText } from './feeds.rules.ts'
import {
  dividedKinds,
  selectAuthorsOfRange,
  selectCollectionsOfRange,
  selectCollectionTotal,
  selectFilledCategories,
  selectFilledRuns,
  selectScriptsOfRange,
  selectScriptTotal,
  type DividedKind,
  type IdRange,
} from './feeds.queries.ts'

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
  const site = await listSitePages(db, publicUrl)
  // Each script can have another author.
  const fixed = site.length + 2 * (await selectScriptTotal(db))
  const fits = fixed + (await selectCollectionTotal(db, urlsMax)) <= urlsMax
  const parts: string[] = []
  const entries = [...site]
  for (const kind of dividedKinds)
    if (fits) entries.push(...(await lists[kind](db, publicUrl, allIds)))
    else parts.push(...(await listParts(db, publicUrl, kind)))
  return respond(
    fits ? writeSitemap(entries) : writeSitemapIndex([`${publicUrl}/sitemap/site.xml`, ...parts]),
  )
}

/** A part by its name in the index: `site.xml`, `scripts-3.xml`, `authors-1.xml`. */
export async function readSitemapPart(
  { db, config: { publicUrl } }: App,
  name: string,
): Promise<CacheableResponse> {
  if (name === 'site.xml') return respond(writeSitemap(await listSitePages(db, publicUrl)))
  const [, before, number] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const kind = dividedKinds.find((each) => each === before)
  const run = Number(number)
  const range = { above: (run - 1) * runLength, upTo: run * runLength }
  const entries = kind === undefined ? [] : await lists[kind](db, publicUrl, range)
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

const lists: Record<DividedKind, (db: Db, publicUrl: string, range: IdRange) => Promise<SitemapEntry[]>> = {
  async scripts(db, publicUrl, range) {
    const scripts = await selectScriptsOfRange(db, range)
    return scripts.map(({ id, updatedAt }) => ({ url: scriptUrl(publicUrl, id), updatedAt }))
  },
  async authors(db, publicUrl, range) {
    const usernames = await selectAuthorsOfRange(db, range)
    return usernames.map((name) => ({ url: authorUrl(publicUrl, name) }))
  },
  async collections(db, publicUrl, range) {
    const collections = await selectCollectionsOfRange(db, range)
    return collections.map(({ id, updatedAt }) => ({ url: collectionUrl(publicUrl, id), updatedAt }))
  },
}

async function listParts(db: Db, publicUrl: string, kind: DividedKind): Promise<string[]> {
  const runs = await selectFilledRuns(db, kind, runLength)
  return runs.map((run) => `${publicUrl}/sitemap/${kind}-${run}.xml`)
}

function respond(body: string, { noStore = false } = {}): CacheableResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body,
    tags: new Set(['scripts', editsTag, 'categories', authorsTag, collectionsTag]),
    noStore,
  }
}
