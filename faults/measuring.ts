import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { ask } from './client.ts'
import type { Site } from './site.ts'

/** What somebody saw who asked again and again. */
export type Watch = {
  /** Milliseconds of each answer. */
  times: number[]
  /** How often each status came; 0 for no answer. */
  statuses: Map<number, number>
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function slowestOf(times: readonly number[]): number {
  return times.length === 0 ? Number.NaN : Math.max(...times)
}

export function newWatch(): Watch {
  return { times: [], statuses: new Map() }
}

/** One call, noted; its answer. */
export async function watched(watch: Watch, ...call: Parameters<typeof ask>) {
  const startedAt = performance.now()
  const answer = await ask(...call)
  watch.times.push(performance.now() - startedAt)
  const status = answer?.status ?? 0
  watch.statuses.set(status, (watch.statuses.get(status) ?? 0) + 1)
  return answer
}

/** How many answers were none of these. */
export function otherThan(watch: Watch, ...expected: number[]): number {
  let count = 0
  for (const [status, times] of watch.statuses) if (!expected.includes(status)) count += times
  return count
}

/** Does something again and again, with a pause between, until it is over. */
export async function keepOn(
  isOver: () => boolean,
  every: number,
  act: () => Promise<unknown>,
): Promise<void> {
  while (!isOver()) {
    await act()
    await pause(every)
  }
}

/** The p99 of a call on the quiet hub: what a machine that is busy with other things adds to every figure of a run. */
export async function quietTime(...call: Parameters<typeof ask>): Promise<number> {
  const watch = newWatch()
  const overAt = performance.now() + 3_000
  await keepOn(
    () => performance.now() > overAt,
    20,
    () => watched(watch, ...call),
  )
  return percentile(watch.times, 0.99)
}

/** Does something to a hub while somebody asks the same call all the time, and tells what the hub went through. */
export async function besideCalls<T>(
  site: Site,
  calls: Watch,
  [someone, method, path]: [Parameters<typeof ask>[1], string, string],
  act: () => Promise<T>,
): Promise<{ result: T; memory: number; loop: number }> {
  let isOver = false
  let memory = 0
  // Each reading tells of the time since the one before.
  await loopDelay(site)
  const looking = keepOn(
    () => isOver,
    20,
    async () => {
      await watched(calls, site.address(), someone, method, path)
      memory = Math.max(memory, memoryOf(site))
    },
  )
  try {
    const result = await act()
    return { result, memory, loop: await loopDelay(site) }
  } finally {
    isOver = true
    await looking
  }
}

/** Megabytes of the hub's memory, of the built-in database's none. */
export function memoryOf(site: Site): number {
  const status = readFileSync(`/proc/${site.hub().pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

export function descriptorsOf(site: Site): number {
  return readdirSync(`/proc/${site.hub().pid}/fd`).length
}

export const metricsToken = 'the collector of the faults'

/** One figure of a hub that was started with the token. */
export async function metric(site: Site, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const answer = await ask(site.address(), null, 'GET', '/metrics', undefined, { headers })
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(String(answer?.body))?.[1] ?? Number.NaN)
}

/** Milliseconds, p99, since it was asked last. */
export async function loopDelay(site: Site): Promise<number> {
  return 1_000 * (await metric(site, 'nodejs_eventloop_lag_p99_seconds'))
}

export async function linuxOnly(): Promise<string | undefined> {
  return process.platform === 'linux' ? undefined : 'memory and descriptors are read from /proc'
}
