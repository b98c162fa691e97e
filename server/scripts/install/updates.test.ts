import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'

import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const hashOf = (id: number, number: string) => `${id}-${number}`.padEnd(64, '0').replaceAll(/[^0-9a-f]/g, 'f')

/** A published script with these versions, the oldest first; the last one is the current one. */
async function scriptWith(name: string, numbers: readonly string[]): Promise<number> {
  const id = await insertTestScript(app, { author, name })
  await app.db.execute(sql`delete from script_versions where script_id = ${id}`)
  await app.db.execute(sql`delete from script_files where script_id = ${id}`)
  for (const number of numbers)
    await app.db.execute(sql`
      insert into script_versions (script_id, number, key, file_name, extension, size, sha256, entries, unpacked_size, published_at)
      values (${id}, ${number}, ${`archives/${id}-${number}.zip`}, 'x.zip', 'zip', 10, ${hashOf(id, number)}, 1, 10, '2026-01-02T03:04:05Z')`)
  await app.db.execute(sql`
    insert into script_files (script_id, key, file_name, extension, size, sha256, entries, unpacked_size)
    select script_id, key, file_name, extension, size, sha256, entries, unpacked_size
    from script_versions where script_id = ${id} order by id desc limit 1`)
  return id
}

const withdraw = (id: number, number: string, kind: string) =>
  app.db.execute(sql`
    update script_versions set withdrawn_at = now(), withdrawal_kind = ${kind}, withdrawal_reason = 'It sends data away'
    where script_id = ${id} and number = ${number}`)

const check = async (...entries: string[]) => {
  app.app.cache.clear()
  const { body, status } = await app.request(null, 'GET', `/api/updates?installed=${entries.join(',')}`)
  expect(status).toBe(200)
  return body.scripts
}

test.each([
  ['', 'Installed is required'],
  ['x', 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  ['0@1', 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  ['12@', 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  ['99999999999@1', 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  ['1,,2', 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  ['12@sha256:abc', 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  [`12@sha256:${'A'.repeat(64)}`, 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
  [`1@${'x'.repeat(65)}`, 'Installed must be a list such as 12@1.2.0,40@sha256:…'],
])('installed=%s is rejected', async (installed, message) => {
  const { status, body } = await app.request(null, 'GET', `/api/updates?installed=${installed}`)

  expect(status).toBe(400)
  expect(body.fields.installed).toBe(message)
})

test('200 entries are rejected', async () => {
  const installed = Array.from({ length: 200 }, (_, n) => `${n + 1}@1.0.0`).join(',')
  const { status, body } = await app.request(null, 'GET', `/api/updates?installed=${installed}`)

  expect(status).toBe(400)
  expect(body.fields.installed).toBe('At most 100 scripts in one call')
})

test('an entry is current, outdated, withdrawn, gone or unknown', async () => {
  const id = await scriptWith('Garage', ['1.0.0', '1.1.0', '1.2.0', 'v2.0.0'])
  const hidden = await scriptWith('Hidden', ['1.0.0'])
  await app.db.execute(sql`update scripts set publication = 'review' where id = ${hidden}`)
  await withdraw(id, '1.1.0', 'broken')
  const latest = {
    number: 'v2.0.0',
    publishedAt: '2026-01-02T03:04:05.000Z',
    sha256: hashOf(id, 'v2.0.0'),
    severity: null,
    path: `/scripts/${id}`,
  }

  const found = await check(
    `${id}@2.0.0`,
    `${id}@1.0.0`,
    `${id}@sha256:${hashOf(id, '1.2.0')}`,
    `${id}@1.1.0`,
    `${id}@9.9`,
    `${id}`,
    `${hidden}@1.0.0`,
    '2147483647@1',
  )

  expect(found.map((one: { status: string }) => one.status)).toEqual([
    'current',
    'outdated',
    'outdated',
    'withdrawn',
    'unknown',
    'unknown',
    'gone',
    'gone',
  ])
  expect(found[1]).toMatchObject({
    id,
    name: 'Garage',
    installed: { number: '1.0.0', state: 'published', kind: null, reason: null },
    latest,
    versionsBehind: 2,
  })
  expect(found[3]).toMatchObject({
    installed: { number: '1.1.0', state: 'withdrawn', kind: 'broken', reason: 'It sends data away' },
    latest,
    versionsBehind: 2,
  })
  expect(found[6]).toEqual({
    id: hidden,
    name: null,
    status: 'gone',
    installed: null,
    latest: null,
    versionsBehind: null,
  })
})

test('a security withdrawal is reported also when it hides the script', async () => {
  const id = await scriptWith('Recalled', ['1.0.0'])
  await withdraw(id, '1.0.0', 'security')
  await app.db.execute(sql`update scripts set publication = 'review' where id = ${id}`)

  expect(await check(`${id}@1.0.0`)).toMatchObject([
    {
      name: null,
      status: 'withdrawn',
      installed: { kind: 'security', reason: 'It sends data away' },
      latest: null,
    },
  ])
  expect(await check(`${id}@0.9`)).toMatchObject([{ status: 'gone', name: null }])
})

test('100 entries take two statements and one cached response, for any origin', async () => {
  const id = await scriptWith('Many', ['1.0.0', '2.0.0'])
  const entries = [...Array.from({ length: 99 }, (_, n) => `${n + 5000}@1.0.0`), `${id}@1.0.0`]
  const path = `/api/updates?installed=${entries.join(',')}`
  // A statement outside a transaction takes a connection.
  const queries = vi.spyOn(Pool.prototype, 'connect')

  const first = await app.request(null, 'GET', path, undefined, { origin: 'https://panel.example' })
  const etag = first.headers.get('etag') ?? ''
  expect(queries.mock.calls).toHaveLength(2)
  // The notification of an earlier withdrawal may still arrive, which removes the response once.
  const again = await vi.waitUntil(async () => {
    queries.mockClear()
    const response = await app.request(null, 'GET', path, undefined, { 'if-none-match': etag })
    return queries.mock.calls.length === 0 && response
  }, 60_000)
  queries.mockRestore()

  expect(first.body.scripts).toHaveLength(100)
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect([first.status, again.status]).toEqual([200, 304])
})

test('the latest version of a script changes with an edit', async () => {
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({ version: '1.0.0' }))
  const latest = () => app.request(null, 'GET', `/api/scripts/${body.id}/latest`)
  const path = `/api/updates?installed=${body.id}@1.0.0`

  expect((await latest()).body).toMatchObject({ id: body.id, name: 'Garage', latest: { number: '1.0.0' } })
  expect((await app.request(null, 'GET', path)).body.scripts[0].status).toBe('current')
  await app.request(author, 'PUT', `/api/scripts/${body.id}`, editForm({ version: '1.1.0' }))
  expect((await latest()).body).toMatchObject({ latest: { number: '1.1.0' } })
  expect((await app.request(null, 'GET', path)).body.scripts[0].status).toBe('unknown')
  await app.request(author, 'DELETE', `/api/scripts/${body.id}`)
  expect((await latest()).status).toBe(404)
  expect((await app.request(null, 'GET', path)).body.scripts[0].status).toBe('gone')
})
