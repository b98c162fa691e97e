import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { demand, isReady } from './client.ts'
import { total, worst, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { until } from './waiting.ts'
import { openWriters, type Writer } from './writers.ts'

const writesFor = { least: 100, most: 900 }

/** In half of the rounds the database goes too, and in half of those nothing but the database. */
const victims = ['hub', 'database', 'hub', 'hub and database'] as const

export const killInWrites: Fault = {
  figure: 'F1',
  name: 'kill -9 of the hub and of its database while people write',
  bar: 'nothing acknowledged is lost, no half script, ready again in 10 s',
  rounds: { short: 2, long: 100 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const writers = await openWriters(site)
    const lost: string[] = []
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length] ?? 'hub'
      slowest = Math.max(slowest, await killOnce(site, writers, victim))
      const found = await checkAll(site, writers)
      for (const complaint of found) ground.say(`round ${round + 1}, ${victim} killed: ${complaint}`)
      lost.push(...found)
    }
    return {
      rounds: total(rounds, ''),
      'acknowledged writes': total(sumOf(writers), '', { atLeast: 3 * rounds }),
      'lost or half': total(lost.length, '', { atMost: 0 }),
      'ready again': worst(slowest, 'ms', { atMost: 10_000 }),
    }
  },
}

/** How long the site was away. */
async function killOnce(site: Site, writers: Writer[], victim: (typeof victims)[number]): Promise<number> {
  let isOver = false
  const writing = Promise.all(writers.map(({ write }) => write(() => isOver)))
  try {
    await pause(randomInt(writesFor.least, writesFor.most))
    const killedAt = performance.now()
    if (victim !== 'hub') process.kill(site.databasePid(), 'SIGKILL')
    if (victim !== 'database') {
      await site.hub().end('SIGKILL')
      isOver = true
      await writing
      await site.start()
    }
    await until(() => isReady(site.address()), 60_000, 'The hub was not ready again')
    const away = performance.now() - killedAt
    // With the hub still there people go on, and have to get through again.
    if (victim === 'database') await everyoneGetsThrough(writers)
    return away
  } finally {
    isOver = true
    await writing
  }
}

async function everyoneGetsThrough(writers: Writer[]): Promise<void> {
  const before = writers.map(({ ledger }) => ledger.count())
  const hasMoved = () => writers.every(({ ledger }, at) => ledger.count() > (before[at] ?? 0))
  await until(hasMoved, 20_000, 'Not every kind of write succeeded again')
}

async function checkAll(site: Site, writers: Writer[]): Promise<string[]> {
  const complaints: string[] = []
  for (const { kind, check } of writers)
    complaints.push(...(await check()).map((complaint) => `${kind}: ${complaint}`))
  const { code, output } = await site.command('check-files', '--hash')
  if (code !== 0) complaints.push(`files: ${output.trim()}`)
  complaints.push(...(await compareTotals(site)))
  return complaints
}

/** Totals are kept by the writes that change them: a half one would part them for good. */
async function compareTotals(site: Site): Promise<string[]> {
  const { body: list } = await demand(site.address(), null, 'GET', '/api/scripts?limit=1')
  const { body: categories } = await demand(site.address(), null, 'GET', '/api/categories')
  const { body: stats } = await demand(site.address(), null, 'GET', '/api/stats')
  const inCategories = categories.reduce(
    (sum: number, { script_count: count }: { script_count: number }) => sum + count,
    0,
  )
  const totals = [list.pagination.total, inCategories, stats.totalScripts]
  return new Set(totals).size === 1 ? [] : [`the totals of scripts differ: ${totals.join(', ')}`]
}

function sumOf(writers: Writer[]): number {
  return writers.reduce((sum, { ledger }) => sum + ledger.count(), 0)
}
