import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { tryRequest } from '#test-support/http-client.ts'
import type { Site } from './site.ts'

/** The durations and statuses of repeated calls. */
export type Watch = {
  /** Milliseconds of each response. */
  times: number[]
  /** The count of each status; 0 means no response. */
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

/** Makes a call, records it and returns its response. */
export async function watched(watch: Watch, ...call: Parameters<typeof tryRequest>) {
  const startedAt = performance.now()
  const response = await tryRequest(...call)
  watch.times.push(performance.now() - startedAt)
  const status = response?.status ?? 0
  watch.statuses.set(status, (watch.statuses.get(status) ?? 0) + 1)
  return response
}

/** The number of responses with other statuses. */
export function otherThan(watch: Watch, ...expected: number[]): number {
  let count = 0
  for (const [status, times] of watch.statuses) if (!expected.includes(status)) count += times
  return count
}

/** Repeats an action with pauses. */
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

/** The p99 of a call without load, which shows how busy the machine is otherwise. */
export async function quietTime(...call: Parameters<typeof tryRequest>): Promise<number> {
  const watch = newWatch()
  const overAt = performance.now() + 3_000
  await keepOn(
    () => performance.now() > overAt,
    20,
    () => watched(watch, ...call),
  )
  return percentile(watch.times, 0.99)
}

/** Runs an action while a call is repeated, and measures memory and event-loop delay. */
export async function besideCalls<T>(
  site: Site,
  calls: Watch,
  [user, method, path]: [Parameters<typeof tryRequest>[1], string, string],
  act: () => Promise<T>,
): Promise<{ result: T; memory: number; loop: number }> {
  let isOver = false
  let memory = 0
  // Each reading covers the time since the previous one.
  await loopDelay(site)
  const looking = keepOn(
    () => isOver,
    20,
    async () => {
      await watched(calls, site.url(), user, method, path)
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

/** Megabytes of the app process, without the database. */
export function memoryOf(site: Site): number {
  const status = readFileSync(`/proc/${site.app().pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

export function descriptorsOf(site: Site): number {
  return readdirSync(`/proc/${site.app().pid}/fd`).length
}

export const metricsToken = 'the collector of the faults'

/** One metric of an app that was started with the token. */
export async function metric(site: Site, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const response = await tryRequest(site.url(), null, 'GET', '/metrics', undefined, { headers })
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(String(response?.body))?.[1] ?? Number.NaN)
}

/** Event-loop delay in milliseconds, p99, since the last reading. */
export async function loopDelay(site: Site): Promise<number> {
  return 1_000 * (await metric(site, 'nodejs_eventloop_lag_p99_seconds'))
}

export async function linuxOnly(): Promise<string | undefined> {
  return process.platform === 'linux' ? undefined : 'memory and descriptors are read from /proc'
}
