import type { Answer } from '#platform/cache.ts'
import type { Db } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { editsTag } from '#server/scripts/scripts.public.ts'
import { authorsTag } from '#server/users/users.public.ts'

import { authorAddress, categoryAddress, scriptAddress } from './addresses.rules.ts'
import {
  selectAuthorsOfRange,
  selectFilledCategories,
  selectFilledRuns,
  selectScriptsOfRange,
  selectScriptTotal,
  type IdRange,
} from './sitemap.queries.ts'
import { writeSitemap, writeSitemapIndex, type SitemapEntry } from './write-sitemap.ts'

/** What one sitemap may hold (sitemaps.org). */
const addressesMax = 50_000
/** Ids in one part of a divided sitemap: a part is read and written as a whole, and must stay small. */
const runLength = 20_000
const allIds: IdRange = { above: 0, upTo: 2_147_483_647 }

/** Pages that say the same to everybody and are worth finding. */
const fixedPages = ['/', '/scripts', '/faq', '/terms', '/privacy', '/cookies', '/dmca']

/** The sitemap of the site, or a list of its parts when there may be more addresses than one can hold. */
export async function readSitemap({ db, config: { publicUrl } }: Hub): Promise<Answer> {
  const total = await selectScriptTotal(db)
  const site = await listSitePages(db, publicUrl)
  // Each script may have an author of its own.
  const fits = site.length + 2 * total <= addressesMax
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
  return answerOf(body, true)
}

/** One part, as the list names it: `site.xml`, `scripts-3.xml`, `authors-1.xml`. */
export async function readSitemapPart({ db, config: { publicUrl } }: Hub, name: string): Promise<Answer> {
  if (name === 'site.xml') return answerOf(writeSitemap(await listSitePages(db, publicUrl)), true)
  const [, kind, number] = /^(scripts|authors)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const run = Number(number)
  const range = { above: (run - 1) * runLength, upTo: run * runLength }
  const list = kind === 'scripts' ? listScripts : listAuthors
  const entries = kind === undefined ? [] : await list(db, publicUrl, range)
  if (entries.length === 0) throw notFound('Not found')
  // Crawlers take the parts one after another, once: kept, they would push out the pages that people want.
  return answerOf(writeSitemap(entries), false)
}

async function listSitePages(db: Db, publicUrl: string): Promise<SitemapEntry[]> {
  const categories = await selectFilledCategories(db)
  return [
    ...fixedPages.map((path) => ({ address: `${publicUrl}${path}` })),
    ...categories.map((name) => ({ address: categoryAddress(publicUrl, name) })),
  ]
}

async function listScripts(db: Db, publicUrl: string, range: IdRange): Promise<SitemapEntry[]> {
  const found = await selectScriptsOfRange(db, range)
  return found.map(({ id, updatedAt }) => ({ address: scriptAddress(publicUrl, id), changedAt: updatedAt }))
}

async function listAuthors(db: Db, publicUrl: string, range: IdRange): Promise<SitemapEntry[]> {
  const names = await selectAuthorsOfRange(db, range)
  return names.map((name) => ({ address: authorAddress(publicUrl, name) }))
}

async function listParts(db: Db, publicUrl: string, kind: 'scripts' | 'authors'): Promise<string[]> {
  const runs = await selectFilledRuns(db, kind, runLength)
  return runs.map((run) => `${publicUrl}/sitemap/${kind}-${run}.xml`)
}

function answerOf(body: string, mayKeep: boolean): Answer {
  return {
    status: 200,
    contentType: 'application/xml; charset=utf-8',
    body,
    tags: new Set(['scripts', editsTag, 'categories', authorsTag]),
    mayKeep,
  }
}
