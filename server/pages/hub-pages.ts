import { join } from 'node:path'

import type { HeaderList } from '#platform/http/headers.ts'
import { unavailable } from '#platform/failures.ts'
import { perHub, type Hub } from '#platform/hub.ts'
import { programFolder } from '#platform/version.ts'

import { isDeveloping } from './develop-pages.ts'
import { pagePolicy } from './page-policy.ts'
import { openRenderThread, type RenderThread } from './render-thread.ts'
import { siteOf } from './site-of.ts'

/** What `npm run build` left. */
const build = {
  server: join(programFolder, 'dist/server/entry-server.js'),
  manifest: join(programFolder, 'dist/client/.vite/manifest.json'),
}

export type OpenedPages = {
  thread: RenderThread
  headers: HeaderList
  /** Addresses with their canonical form, which stays the same; see render-page.ts. */
  addresses: Map<string, string>
}

type Place = { opened?: Promise<OpenedPages>; isClosed?: true }

const placeOf = perHub((hub) => {
  const place: Place = {}
  const help = 'How much of the time since the last look the thread of the pages was at work'
  hub.metrics?.addGauge('page_thread_utilization', help, async () => {
    // Where there is no build there is no thread.
    const opened = await place.opened?.catch(() => undefined)
    return opened?.thread.utilization() ?? 0
  })
  return place
})

/** The thread that renders a hub's pages, started at first use; another one once it has ended. */
export async function openPages(hub: Hub): Promise<OpenedPages> {
  const place = placeOf(hub)
  if (place.isClosed) throw unavailable('The site restarts. Please try again in a moment.')
  place.opened ??= open(hub, () => delete place.opened)
  return place.opened
}

async function open(hub: Hub, onEnd: () => void): Promise<OpenedPages> {
  const thread = await openRenderThread({ build, site: siteOf(hub), log: hub.log, onEnd })
  return {
    thread,
    headers: ['content-security-policy', pagePolicy(thread.firstPaintScript)],
    addresses: new Map(),
  }
}

/** Starts the thread before anybody asks for a page. */
export function preparePages(hub: Hub): void {
  if (isDeveloping()) return
  // Without a build the first page says so, and looks again.
  openPages(hub).catch(() => undefined)
}

/** Ends the thread for good. */
export async function closePages(hub: Hub): Promise<void> {
  const place = placeOf(hub)
  place.isClosed = true
  const opened = await place.opened?.catch(() => undefined)
  await opened?.thread.close()
}
