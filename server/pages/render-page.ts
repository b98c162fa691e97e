import { openResponseCache, type Answer, type Entry } from '#platform/cache.ts'
import type { Hub } from '#platform/hub.ts'

import type { OpenedPages } from './hub-pages.ts'
import type { PageReads } from './page-reads.ts'

/** On a page that shows something without tags: nothing would tell when it is out of date, so it is dropped at once. */
const unkept = 'unkept'

/** Compresses and shares like the hub's cache, and forgets at once: for pages that nobody may keep. */
const passing = openResponseCache(0)

/** When there are more, all are forgotten; longer ones are asked for each time. */
const addressesMax = 5_000
const addressLengthMax = 500

/** The page at an address as ready bytes, from the hub's cache or rendered now; `key` is what it is kept under. */
export async function renderPage(
  hub: Hub,
  pages: OpenedPages,
  address: string,
  reads: () => PageReads,
): Promise<{ key: string; entry: Entry }> {
  const canonical = await canonicalAddress(hub, pages, address)
  const key = `page ${canonical}`
  // Every text that somebody searches for would push out a page that many want.
  const isSearch = new URLSearchParams(canonical.split('?')[1]).has('q')
  const cache = isSearch ? passing : hub.cache
  const entry = await cache.fill(key, () =>
    hub.load.carry('call', () => makeAnswer(hub, pages, canonical, reads())),
  )
  return { key, entry }
}

async function canonicalAddress(
  hub: Hub,
  { thread, addresses }: OpenedPages,
  address: string,
): Promise<string> {
  const known = addresses.get(address)
  if (known !== undefined) return known
  const canonical = await hub.load.carry('call', () => thread.canonicalAddress(address))
  if (addresses.size >= addressesMax) addresses.clear()
  if (address.length <= addressLengthMax) addresses.set(address, canonical)
  return canonical
}

async function makeAnswer(
  hub: Hub,
  { thread, headers }: OpenedPages,
  canonical: string,
  { read, tags, isKeepable }: PageReads,
): Promise<Answer> {
  const { status, document } = await thread.render(canonical, read)
  if (!isKeepable()) hub.cache.drop([unkept])
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: document,
    tags: isKeepable() ? tags : new Set([unkept]),
    headers,
  }
}
