import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod/mini'

import { requestOf } from './connection.ts'
import { drive } from './drive.ts'
import { percentile } from './percentiles.ts'

const run = promisify(execFile)

const Pressed = z.object({
  requests: z.number(),
  failed: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
})
export type Pressed = z.output<typeof Pressed>

export type Pressure = {
  connections: number
  seconds: number
  headers?: Record<string, string> | undefined
  /** Asked for in turn instead of the address's own path: so that nobody shares what is made for another. */
  paths?: readonly string[] | undefined
  /** From how many addresses the requests claim to come. */
  clients?: number | undefined
}

const wrk = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'].find((path) => existsSync(path))

/** Who puts the load on: wrk costs a fifth of what the connections of this program cost. */
export const presser = wrk === undefined ? 'own connections' : 'wrk'

/** As many requests as the connections carry. */
export async function press(address: string, pressure: Pressure): Promise<Pressed> {
  const { connections, seconds, headers = {}, paths = [], clients = 0 } = pressure
  // wrk counts in whole seconds.
  if (wrk === undefined || seconds < 1) return pressOurselves(address, pressure)
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = join(import.meta.dirname, 'wrk-report.lua')
  const options = `-t 1 -c ${connections} -d ${Math.ceil(seconds)}s --timeout 10s`.split(' ')
  const { stdout } = await run(wrk, [...options, ...given, '-s', script, address, '--', ...paths], {
    env: { ...process.env, BENCH_ADDRESSES: String(clients) },
  })
  return Pressed.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))))
}

async function pressOurselves(
  address: string,
  { connections, seconds, headers = {}, paths, clients = 0 }: Pressure,
): Promise<Pressed> {
  const { pathname, search } = new URL(address)
  const asked = paths ?? [pathname + search]
  const requests = Array.from({ length: Math.max(asked.length, clients) }, (_, at) => {
    const client = clients > 0 && { 'x-forwarded-for': `10.1.${(at >> 8) % 256}.${at % 256}` }
    return { request: requestOf(asked[at % asked.length] ?? '/', { headers: { ...headers, ...client } }) }
  })
  let count = 0
  const next = () => requests[count++ % requests.length] ?? { request: requestOf(pathname) }
  const driven = await drive(address, { connections, seconds, next })
  return {
    requests: driven.latencies.length,
    failed: driven.failed,
    seconds: driven.seconds,
    p50: percentile(driven.latencies, 0.5),
    p99: percentile(driven.latencies, 0.99),
  }
}
