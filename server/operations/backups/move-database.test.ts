import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { readConfig } from '#platform/config.ts'
import type { DatabaseConfig } from '#platform/database/database.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { createLog } from '#platform/log.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startApp } from '#server/start-app.ts'
import { createEmptyDatabase } from '#test-support/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { moveDatabase } from './move-database.ts'

async function runQuery(config: DatabaseConfig, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...config })
  await client.connect()
  const { rows } = await client.query(query).finally(() => client.end())
  return rows
}

async function emptyDatabase(): Promise<DatabaseConfig> {
  const { config, drop } = await createEmptyDatabase(inject('database'))
  onTestFinished(drop)
  return config
}

/** An app with users, a script and a queued mail. */
async function startUsedApp() {
  const app = await startTestApp()
  const author = await app.createUser('scripts.upload', 'scripts.rate', 'scripts.download')
  const reader = await app.registerUser('reader')
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Moved' }),
  )
  await app.request(author, 'POST', `/api/scripts/${script.id}/like`)
  await sendMail(app.db, {
    siteName: 'Scripthaven',
    to: 'late@example.com',
    subject: 'Late',
    text: 'Late',
    html: '<p>Late</p>',
  })
  return { app, author, reader, script, database: app.database.config }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses without types, like any client.
async function jsonOf(response: Promise<Response>): Promise<any> {
  return (await response).json()
}

/** The tables and functions that a migration creates, without those of extensions. */
const leftovers = `
  select relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker')
  union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and not exists (select 1 from pg_extension)`

test('the app works with the database that was moved to a server', async () => {
  const { app, author, reader, script, database } = await startUsedApp()
  await app.stop()
  const target = await emptyDatabase()

  const moved = await moveDatabase(database, target)

  expect(moved.rows).toBeGreaterThan(100)
  const environment = { PORT: '0', DATA_DIR: app.dataDir, RATE_LIMITS: 'off' }
  const running = await startApp(readConfig(environment), {
    database: target,
    log: createLog('silent', () => undefined),
  })
  onTestFinished(() => running.close())
  const call = async (path: string, init: RequestInit = {}) => fetch(new URL(path, running.url), init)
  expect(await jsonOf(call(`/api/scripts/${script.id}`))).toMatchObject({ name: 'Moved', likes: 1 })
  const authorization = `Bearer ${author.token}`
  const link = await jsonOf(call(`/api/scripts/${script.id}/download`, { headers: { authorization } }))
  expect((await call(link.downloadUrl)).status).toBe(200)
  const submitted = await call('/api/scripts', {
    method: 'POST',
    headers: { authorization },
    body: await scriptForm({ name: 'After the move' }),
  })
  expect(await submitted.json()).toMatchObject({ id: script.id + 1 })
  const login = await call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: reader.email, password: reader.password }),
  })
  expect(login.status).toBe(200)
  const mails = async () => (await readdir(join(app.dataDir, 'outbox')).catch(() => [])).length
  await expect.poll(mails).toBeGreaterThanOrEqual(2)
})

const used = await startUsedApp()

test('a database that is not empty is rejected and does not change', async () => {
  const { database } = used
  const target = await emptyDatabase()
  await runQuery(target, 'create table mine (id integer); insert into mine values (7)')

  await expect(moveDatabase(database, target)).rejects.toThrow('The target database is not empty')

  expect(await runQuery(target, 'select id from mine')).toEqual([{ id: 7 }])
})

test('an unreachable server is reported', async () => {
  const { database } = used
  const unreachable = { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' }

  await expect(moveDatabase(database, unreachable)).rejects.toThrow('The target server cannot be reached')
})

test('a failed move leaves the target empty, and the next attempt succeeds', async () => {
  const { app, database } = used
  await app.stop()
  // A row that violates a foreign key: the copy fails at the table likes, one of the last.
  await runQuery(
    database,
    `alter table likes disable trigger all; insert into likes (user_id, script_id) values (999999, 999999);
     alter table likes enable trigger all`,
  )
  const target = await emptyDatabase()

  await expect(moveDatabase(database, target)).rejects.toThrow(/The move failed: .*\n.*is empty again/)

  expect(await runQuery(target, leftovers)).toEqual([])
  await runQuery(database, 'delete from likes where user_id = 999999')
  expect((await moveDatabase(database, target)).tables).toBeGreaterThan(20)
})
