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

export type Pressure = { connections: number; seconds: number; headers?: Record<string, string> }

const wrk = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'].find((path) => existsSync(path))

/** Who puts the load on: wrk costs a fifth of what the connections of this program cost. */
export const presser = wrk === undefined ? 'own connections' : 'wrk'

/** As many requests for one address as the connections carry. */
export async function press(
  address: string,
  { connections, seconds, headers = {} }: Pressure,
): Promise<Pressed> {
  // wrk counts in whole seconds.
  if (wrk === undefined || seconds < 1) return pressOurselves(address, { connections, seconds, headers })
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = join(import.meta.dirname, 'wrk-report.lua')
  const options = `-t 1 -c ${connections} -d ${Math.ceil(seconds)}s --timeout 10s`.split(' ')
  const { stdout } = await run(wrk, [...options, ...given, '-s', script, address])
  return Pressed.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))))
}

async function pressOurselves(
  address: string,
  { connections, seconds, headers = {} }: Pressure,
): Promise<Pressed> {
  const { pathname, search } = new URL(address)
  const request = requestOf(pathname + search, { headers })
  const driven = await drive(address, { connections, seconds, next: () => ({ request }) })
  return {
    requests: driven.latencies.length,
    failed: driven.failed,
    seconds: driven.seconds,
    p50: percentile(driven.latencies, 0.5),
    p99: percentile(driven.latencies, 0.99),
  }
}
