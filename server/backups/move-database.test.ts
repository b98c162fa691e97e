import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { readConfig } from '#platform/config.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { sendMail } from '#platform/mail.ts'
import { openLog } from '#platform/log.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { startHub } from '#server/start-hub.ts'
import { onDatabase } from '#server/testing-database.ts'
import { startTestHub } from '#server/testing.ts'

import { moveDatabase } from './backups.public.ts'

vi.setConfig({ testTimeout: 120_000 })

async function ask(address: DatabaseAddress, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...address })
  await client.connect()
  const { rows } = await client.query(query).finally(() => client.end())
  return rows
}

async function blankDatabase(): Promise<DatabaseAddress> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await ask(inject('database'), `create database ${name}`)
  onTestFinished(async () => void (await ask(inject('database'), `drop database ${name} with (force)`)))
  return onDatabase(inject('database'), name)
}

/** A hub with people, scripts and a mail on its way, and the address of its database. */
async function usedHub() {
  const hub = await startTestHub()
  const author = await hub.person('scripts.upload', 'scripts.rate', 'scripts.download')
  const reader = await hub.registered('reader')
  const { body: script } = await hub.as(author, 'POST', '/api/scripts', await scriptForm({ name: 'Moved' }))
  await hub.as(author, 'POST', `/api/scripts/${script.id}/like`)
  await sendMail(hub.db, { to: 'late@example.com', subject: 'Late', text: 'Late', html: '<p>Late</p>' })
  const { rows } = await hub.db.execute<{ name: string }>('select current_database() as name')
  return { hub, author, reader, script, address: onDatabase(inject('database'), rows[0]?.name ?? '') }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads answers as a stranger would, untyped.
async function jsonOf(answer: Promise<Response>): Promise<any> {
  return (await answer).json()
}

/** What a hub made there: tables and functions, not those of extensions. */
const leftovers = `
  select relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'drizzle', 'graphile_worker')
  union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and not exists (select 1 from pg_extension)`

test('a hub goes on from the server that its database was moved to', async () => {
  const { hub, author, reader, script, address } = await usedHub()
  await hub.stop()
  const target = await blankDatabase()

  const moved = await moveDatabase(address, target)

  expect(moved.rows).toBeGreaterThan(100)
  const environment = { PORT: '0', DATA_DIR: hub.dataDir, RATE_LIMITS: 'off' }
  const running = await startHub(readConfig(environment), {
    address: target,
    log: openLog('silent', () => undefined),
  })
  onTestFinished(() => running.close())
  const call = async (path: string, init: RequestInit = {}) => fetch(new URL(path, running.address), init)
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
  const mails = async () => (await readdir(join(hub.dataDir, 'outbox')).catch(() => [])).length
  await expect.poll(mails, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
})

const used = await usedHub()

test('a database that is in use already is refused, and nothing happens to it', async () => {
  const { address } = used
  const target = await blankDatabase()
  await ask(target, 'create table mine (id integer); insert into mine values (7)')

  await expect(moveDatabase(address, target)).rejects.toThrow('The database there is not empty')

  expect(await ask(target, 'select id from mine')).toEqual([{ id: 7 }])
})

test('a server that cannot be reached is named as such', async () => {
  const { address } = used
  const nowhere = { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' }

  await expect(moveDatabase(address, nowhere)).rejects.toThrow(
    'The server cannot be reached, nothing was done',
  )
})

test('a move that fails half way leaves the database there empty, and the next try succeeds', async () => {
  const { hub, address } = used
  await hub.stop()
  // Rows that no hub writes and no server takes: the copy breaks at the table of likes, late in the order.
  await ask(
    address,
    `alter table likes disable trigger all; insert into likes (user_id, script_id) values (999999, 999999);
     alter table likes enable trigger all`,
  )
  const target = await blankDatabase()

  await expect(moveDatabase(address, target)).rejects.toThrow(/The move failed: .*\n.*is empty again/)

  expect(await ask(target, leftovers)).toEqual([])
  await ask(address, 'delete from likes where user_id = 999999')
  expect((await moveDatabase(address, target)).tables).toBeGreaterThan(20)
})
