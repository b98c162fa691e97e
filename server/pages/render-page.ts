import type { Site } from '#contract/pages.ts'
import { openResponseCache, type Answer, type Entry } from '#platform/cache.ts'
import type { HeaderList } from '#platform/http/headers.ts'
import type { Hub } from '#platform/hub.ts'

import { gatherReads } from './page-reads.ts'
import type { BuiltPages } from './page-renderer.ts'

/** On a page that shows something without tags: nothing would tell when it is out of date, so it is dropped at once. */
const unkept = 'unkept'

/** Compresses and shares like the hub's cache, and forgets at once: for pages that nobody may keep. */
const passing = openResponseCache(0)

/** The page at an address as ready bytes, from the hub's cache or rendered now; `key` is what it is kept under. */
export async function renderPage(
  hub: Hub,
  pages: BuiltPages,
  address: string,
  headers: HeaderList,
): Promise<{ key: string; entry: Entry }> {
  const canonical = pages.renderer.canonicalAddress(address)
  const key = `page ${canonical}`
  // Every text that somebody searches for would push out a page that many want.
  const isSearch = new URLSearchParams(canonical.split('?')[1]).has('q')
  const cache = isSearch ? passing : hub.cache
  const entry = await cache.fill(key, () =>
    hub.load.carry('call', () => makeAnswer(hub, pages, canonical, headers)),
  )
  return { key, entry }
}

async function makeAnswer(
  hub: Hub,
  { renderer, build }: BuiltPages,
  canonical: string,
  headers: HeaderList,
): Promise<Answer> {
  const { result, tags, isKeepable } = await gatherReads(hub, () =>
    renderer.render(canonical, { site: siteOf(hub), build }),
  )
  if (!isKeepable) hub.cache.drop([unkept])
  return {
    status: result.status,
    contentType: 'text/html; charset=utf-8',
    body: result.document,
    tags: isKeepable ? tags : new Set([unkept]),
    headers,
  }
}

export function siteOf({ config: { siteName, publicUrl, chatInviteUrl } }: Hub): Site {
  return { siteName, publicUrl, chatInviteUrl }
}
