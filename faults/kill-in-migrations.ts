import { createHash, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { query } from './database.ts'
import { total, worst, type Fault } from './fault.ts'
import { StartFailed } from '#test-support/app-process.ts'
import type { Site } from './site.ts'
import { until } from './waiting.ts'

const journal = join(import.meta.dirname, '../db/migrations/meta/_journal.json')
const killsEach = 2
/** Milliseconds from the start of the database, within which the migrations of the app and of its jobs run. */
const migrationTime = 700

export const killInMigrations: Fault = {
  figure: 'F17',
  name: 'kill -9 while a first start creates and migrates the database',
  bar: 'the next start works, and the schema equals that of an undisturbed start',
  iterations: { short: 1, long: 20 },
  async run(env, iterations) {
    const undisturbed = await env.site()
    await undisturbed.start()
    const wanted = await schemaOf(undisturbed)
    await undisturbed.remove()
    let killed = 0
    let different = 0
    let slowest = 0
    for (let round = 0; round < iterations; round++) {
      const site = await env.site()
      for (let kill = 0; kill < killsEach; kill++) if (await killInStart(site)) killed += 1
      const startedAt = performance.now()
      await site.start()
      slowest = Math.max(slowest, performance.now() - startedAt)
      if ((await schemaOf(site)) !== wanted) different += 1
      await site.remove()
    }
    const { entries } = JSON.parse(readFileSync(journal, 'utf8'))
    return {
      'starts in a new folder': total(iterations, ''),
      'starts killed': total(killed, '', { atLeast: iterations }),
      'schemas that differ': total(different, '', { atMost: 0 }),
      'missing migrations': total(entries.length - Number(wanted.split(' ')[0]), '', { atMost: 0 }),
      'next start': worst(slowest, 'ms', { atMost: 20_000 }),
    }
  },
}

/** False when it was ready before it could be killed. */
async function killInStart(site: Site): Promise<boolean> {
  let pid = 0
  const start = site.start({}, (started) => {
    pid = started
  })
  const result = start.then(
    () => false,
    (error: unknown) => {
      if (error instanceof StartFailed) return true
      throw error
    },
  )
  await Promise.race([until(() => site.databasePid() > 0, 30_000, 'The database was not started'), result])
  await pause(randomInt(0, migrationTime))
  process.kill(pid, 'SIGKILL')
  return result
}

/** The number of migrations, and a hash over every column, index and constraint. */
async function schemaOf(site: Site): Promise<string> {
  const [count] = await query<{ count: number }>(
    site,
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  const rows = await query(
    site,
    `select 'column' as kind, table_schema || '.' || table_name || '.' || column_name as name,
       data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as definition
     from information_schema.columns where table_schema in ('public', 'graphile_worker')
     union all select 'index', indexname, indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')
     union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
     order by 1, 2, 3`,
  )
  return `${count?.count} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
}
