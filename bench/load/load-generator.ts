import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod/mini'

import { percentile } from '#test-support/percentiles.ts'

import { buildRequest } from './connection.ts'
import { runClosedLoop } from './loops.ts'

const run = promisify(execFile)

const LoadResult = z.object({
  requests: z.number(),
  failed: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
})
export type LoadResult = z.output<typeof LoadResult>

export type LoadOptions = {
  connections: number
  seconds: number
  headers?: Record<string, string> | undefined
  /** Requested in turn instead of the path of the URL, so that requests do not share one computed response. */
  paths?: readonly string[] | undefined
  /** The number of client IPs that the requests claim in `x-forwarded-for`. */
  clients?: number | undefined
}

const wrk = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'].find((path) => existsSync(path))

/** wrk needs a fifth of the CPU time of connections in Node.js. */
export const loadTool = wrk === undefined ? 'connections in Node.js' : 'wrk'

/** Sends as many requests as the connections can (closed loop). */
export async function runLoad(url: string, options: LoadOptions): Promise<LoadResult> {
  const { connections, seconds, headers = {}, paths = [], clients = 0 } = options
  // wrk takes whole seconds only.
  if (wrk === undefined || seconds < 1) return runInProcess(url, options)
  const headerFlags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = join(import.meta.dirname, 'wrk-report.lua')
  const flags = `-t 1 -c ${connections} -d ${Math.ceil(seconds)}s --timeout 10s`.split(' ')
  const { stdout } = await run(wrk, [...flags, ...headerFlags, '-s', script, url, '--', ...paths], {
    env: { ...process.env, BENCH_CLIENTS: String(clients) },
  })
  return LoadResult.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))))
}

async function runInProcess(
  url: string,
  { connections, seconds, headers = {}, paths, clients = 0 }: LoadOptions,
): Promise<LoadResult> {
  const { pathname, search } = new URL(url)
  const targets = paths ?? [pathname + search]
  const requests = Array.from({ length: Math.max(targets.length, clients) }, (_, index) => {
    const client = clients > 0 && { 'x-forwarded-for': `10.1.${(index >> 8) % 256}.${index % 256}` }
    const path = targets[index % targets.length] ?? '/'
    return { request: buildRequest(path, { headers: { ...headers, ...client } }) }
  })
  let count = 0
  const next = () => requests[count++ % requests.length] ?? { request: buildRequest(pathname) }
  const { latencies, failed, seconds: elapsed } = await runClosedLoop(url, { connections, seconds, next })
  return {
    requests: latencies.length,
    failed,
    seconds: elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}
