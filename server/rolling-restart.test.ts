import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { migrateDatabase } from '#platform/migrate.ts'

import { onDatabase } from './testing-database.ts'
import { startTestHub } from './testing.ts'

/** The migrations of this version and one more, as the next version would bring it. */
async function nextVersion(statement: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-next-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, '../db/migrations'), folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  const tag = '9999_next-version'
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  await writeFile(path, JSON.stringify(journal))
  await writeFile(join(folder, `${tag}.sql`), statement)
  return folder
}

async function addressOf(hub: { db: Awaited<ReturnType<typeof startTestHub>>['db'] }) {
  const { rows } = await hub.db.execute<{ name: string }>(sql`select current_database() as name`)
  return onDatabase(inject('database'), rows[0]?.name ?? '')
}

test('a migration that has to wait for a table holds nobody up for long, and comes in time', async () => {
  const hub = await startTestHub({ cacheBytesMax: 0 })
  const address = await addressOf(hub)
  const folder = await nextVersion('alter table categories add column note text;')
  const reader = new Client({ ...address })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select 1 from categories')

  const migrating = migrateDatabase(address, folder)
  const waits: number[] = []
  while (waits.length < 40) {
    const startedAt = performance.now()
    expect((await hub.as(null, 'GET', '/api/categories')).status).toBe(200)
    waits.push(performance.now() - startedAt)
  }
  await reader.query('commit')
  await migrating

  expect(Math.max(...waits)).toBeLessThan(1_900)
  const { rows } = await hub.db.execute(sql`select note from categories limit 1`)
  expect(rows).toEqual([{ note: null }])
})

test('a node that is told to stop says so to the balancer, and goes on answering meanwhile', async () => {
  const one = await startTestHub({ config: { drainSeconds: 1 } })
  const two = await one.anotherNode()
  await expect.poll(() => two.hub.nodes.others().size).toBe(1)
  const connection = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => connection.destroy())
  const ask = async (path: string) => {
    const [answer] = await once(
      openRequest(new URL(path, two.address), { agent: connection }).end(),
      'response',
    )
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, connection: answer.headers.connection }
  }
  expect(await ask('/api/health')).toEqual({ status: 200, connection: 'keep-alive' })

  const left = two.leave()

  expect(await ask('/api/health')).toEqual({ status: 503, connection: 'close' })
  expect(await ask('/api/health/live')).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/api/categories')).toEqual({ status: 200, connection: 'close' })
  await left
  await two.close()
  expect((await one.as(null, 'GET', '/api/health')).status).toBe(200)
})

test('a hub that is alone stops without waiting for a balancer', async () => {
  const hub = await startTestHub({ config: { drainSeconds: 60 } })

  const startedAt = performance.now()
  await hub.leave()

  expect(performance.now() - startedAt).toBeLessThan(1_000)
})
