import { createHmac } from 'node:crypto'

import { parseInstalled } from '#contract/scripts/updates.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { dayOf, second } from '#platform/clock.ts'
import { serializeError } from '#platform/log.ts'
import { ipKey } from '#platform/rate-limits/policies.ts'

import { addUpdateServers } from './script-statistics.queries.ts'

/** A request writes nothing itself: the servers of this time are written together. */
const interval = 30 * second
/** Different URLs, and requests, that a node collects until the next write. */
const urlsMax = 2_000
const requestsMax = 20_000

const collected = lazySingleton((app) => {
  let servers = new Map<string, Set<string>>()
  let requests = 0
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (servers.size === 0) return
    const written = servers
    servers = new Map()
    requests = 0
    const day = dayOf(app.clock.now())
    await addUpdateServers(app.db, day, askedScripts(app, day, written)).catch((error: unknown) =>
      app.log.warn('Servers that asked for updates could not be counted', serializeError(error)),
    )
  }
  return {
    flush,
    add(url: string, ip: string) {
      if (requests >= requestsMax || (!servers.has(url) && servers.size >= urlsMax)) return
      requests += 1
      const asking = servers.get(url) ?? new Set()
      servers.set(url, asking.add(ipKey(ip)))
      timer ??= setTimeout(() => void flush(), interval).unref()
    },
  }
})

/** One row for each script and server, which is hashed so that it cannot be recognised on the next day. */
function askedScripts({ secrets }: App, day: string, servers: ReadonlyMap<string, ReadonlySet<string>>) {
  const hashOf = (key: string) =>
    createHmac('sha256', secrets.viewers).update(`${day} server ${key}`).digest('base64url').slice(0, 22)
  return servers
    .entries()
    .flatMap(([url, keys]) => {
      const text = new URLSearchParams(url.slice(url.indexOf('?'))).get('installed') ?? ''
      const ids = [...new Set((parseInstalled(text) ?? []).map(({ id }) => id))]
      return [...keys].flatMap((key) => ids.map((scriptId) => ({ scriptId, server: hashOf(key) })))
    })
    .toArray()
}

/** Also for a response from the cache: most of them are. */
export function countUpdateServer(app: App, url: string, ip: string): void {
  collected(app).add(url, ip)
}

/** Before the database is closed. */
export async function drainUpdateServers(app: App): Promise<void> {
  await collected(app).flush()
}
