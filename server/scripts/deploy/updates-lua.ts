import { readFile } from 'node:fs/promises'

import type { App } from '#platform/app.ts'

const source = readFile(new URL('updates.lua', import.meta.url), 'utf8')
// An unreadable file fails the request, not the start.
source.catch(() => undefined)

/** The script for a server that reports updates, with the URL of this site. */
export async function readUpdatesLua({ config: { publicUrl } }: App): Promise<string> {
  return (await source).replaceAll('{site}', publicUrl)
}
