import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { isReady, requireSuccess } from '#test-support/http-client.ts'
import { total, worst, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { until } from './waiting.ts'
import { openWriters, type Writer } from './writers.ts'

const writesFor = { least: 100, most: 900 }

/** In half of the iterations the database is killed, in half of those without the app. */
const victims = ['app', 'database', 'app', 'app and database'] as const

export const killInWrites: Fault = {
  figure: 'F1',
  name: 'kill -9 of the app and of its database during writes',
  bar: 'no acknowledged write is lost, no incomplete script, ready again within 10 s',
  iterations: { short: 2, long: 100 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const writers = await openWriters(site)
    const lost: string[] = []
    let slowest = 0
    for (let round = 0; round < iterations; round++) {
      const victim = victims[round % victims.length] ?? 'app'
      slowest = Math.max(slowest, await killOnce(site, writers, victim))
      const found = await checkAll(site, writers)
      for (const problem of found) env.log(`round ${round + 1}, ${victim} killed: ${problem}`)
      lost.push(...found)
    }
    return {
      iterations: total(iterations, ''),
      'acknowledged writes': total(sumOf(writers), '', { atLeast: 3 * iterations }),
      'lost or incomplete': total(lost.length, '', { atMost: 0 }),
      'ready again': worst(slowest, 'ms', { atMost: 10_000 }),
    }
  },
}

/** Kills the victim during writes. Returns the downtime in milliseconds. */
async function killOnce(site: Site, writers: Writer[], victim: (typeof victims)[number]): Promise<number> {
  let isOver = false
  const writing = Promise.all(writers.map(({ write }) => write(() => isOver)))
  try {
    await pause(randomInt(writesFor.least, writesFor.most))
    const killedAt = performance.now()
    if (victim !== 'app') process.kill(site.databasePid(), 'SIGKILL')
    if (victim !== 'database') {
      await site.app().stop('SIGKILL')
      isOver = true
      await writing
      await site.start()
    }
    await until(() => isReady(site.url()), 60_000, 'The app was not ready again')
    const downtime = performance.now() - killedAt
    // The app still runs, so the writers continue and must succeed again.
    if (victim === 'database') await waitUntilAllWrite(writers)
    return downtime
  } finally {
    isOver = true
    await writing
  }
}

async function waitUntilAllWrite(writers: Writer[]): Promise<void> {
  const before = writers.map(({ journal }) => journal.count())
  const haveAllWritten = () => writers.every(({ journal }, at) => journal.count() > (before[at] ?? 0))
  await until(haveAllWritten, 120_000, 'Not every kind of write succeeded again')
}

async function checkAll(site: Site, writers: Writer[]): Promise<string[]> {
  const problems: string[] = []
  for (const { kind, check } of writers)
    problems.push(...(await check()).map((problem) => `${kind}: ${problem}`))
  const { code, output } = await site.command('check-files', '--hash')
  if (code !== 0) problems.push(`files: ${output.trim()}`)
  problems.push(...(await compareTotals(site)))
  return problems
}

/** Compares stored totals with counted rows: an incomplete write would leave a difference. */
async function compareTotals(site: Site): Promise<string[]> {
  const { body: list } = await requireSuccess(site.url(), null, 'GET', '/api/scripts?limit=1')
  const { body: categories } = await requireSuccess(site.url(), null, 'GET', '/api/categories')
  const { body: stats } = await requireSuccess(site.url(), null, 'GET', '/api/stats')
  const inCategories = categories.reduce(
    (sum: number, { script_count: count }: { script_count: number }) => sum + count,
    0,
  )
  const totals = [list.pagination.total, inCategories, stats.totalScripts]
  return new Set(totals).size === 1 ? [] : [`the totals of scripts differ: ${totals.join(', ')}`]
}

function sumOf(writers: Writer[]): number {
  return writers.reduce((sum, { journal }) => sum + journal.count(), 0)
}
