import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { migrateDatabase } from '#platform/database/migrate.ts'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

/** The migrations of this version and one more, as the next version would add it. */
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

test('a migration that waits for a table lock does not block readers for long', async () => {
  const app = await startTestApp({ cacheBytesMax: 0 })
  const config = app.database.config
  const folder = await nextVersion('alter table categories add column note text;')
  const reader = new Client({ ...config })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select 1 from categories')

  const migrating = migrateDatabase(config, folder)
  const waits: number[] = []
  while (waits.length < 40) {
    const startedAt = performance.now()
    expect((await app.request(null, 'GET', '/api/categories')).status).toBe(200)
    waits.push(performance.now() - startedAt)
  }
  await reader.query('commit')
  await migrating

  // Otherwise a reader would wait for as long as the lock is held, until this test gives up.
  expect(Math.max(...waits)).toBeLessThan(20_000)
  const { rows } = await app.db.execute(sql`select note from categories limit 1`)
  expect(rows).toEqual([{ note: null }])
})

test('a node of the previous release reads and writes the renamed tables by their old names', async () => {
  const { db, createUser } = await startTestApp()
  const scriptId = await insertTestScript({ db }, { author: await createUser() })
  const setting = sql`insert into common_ground (name, value) values ('color', 'red') on conflict do nothing`

  await db.execute(setting)
  await db.execute(setting)
  await db.execute(sql`update common_ground set value = 'blue' where name = 'color'`)
  const locked = await db.execute(sql`select value from common_ground where name = 'color' for update`)
  await db.execute(sql`
    insert into script_heads (script_id, document, newest, views, downloads)
    values (${scriptId}, '''old'''::tsvector, true, true, 7)
    on conflict (script_id) do update set document = excluded.document, downloads = excluded.downloads`)
  const shortlist = await db.execute(sql`select downloads from search_shortlist where document @@ 'old'`)
  await db.execute(sql`delete from script_heads where script_id = ${scriptId}`)

  expect(locked.rows).toEqual([{ value: 'blue' }])
  expect(shortlist.rows).toEqual([{ downloads: 7 }])
  const left = await db.execute(sql`select count(*)::int as count from search_shortlist`)
  expect(left.rows).toEqual([{ count: 0 }])
})

test('a node that is draining fails its health check and still responds', async () => {
  const one = await startTestApp({ config: { drainSeconds: 1 } })
  const two = await one.startNode()
  await expect.poll(() => two.app.nodes.peers().size).toBe(1)
  const connection = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => connection.destroy())
  const ask = async (path: string) => {
    const [response] = await once(
      openRequest(new URL(path, two.url), { agent: connection }).end(),
      'response',
    )
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
  expect(await ask('/api/health')).toEqual({ status: 200, connection: 'keep-alive' })

  const left = two.drain()

  expect(await ask('/api/health')).toEqual({ status: 503, connection: 'close' })
  expect(await ask('/api/health/live')).toEqual({ status: 200, connection: 'close' })
  expect(await ask('/api/categories')).toEqual({ status: 200, connection: 'close' })
  await left
  await two.close()
  expect((await one.request(null, 'GET', '/api/health')).status).toBe(200)
})

test('a single node stops without waiting for a balancer', async () => {
  const app = await startTestApp({ config: { drainSeconds: 60 } })

  const startedAt = performance.now()
  await app.drain()

  expect(performance.now() - startedAt).toBeLessThan(30_000)
})
