import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp({ config: { pinnedSettings: { reviewMode: 'all' } } })
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'scripts.upload')
const member = await app.createUser()

let count = 0
function archive() {
  const content = zipOf([{ name: 'hud/server.lua', content: `print(${++count})` }])
  return { fileName: 'hud.zip', content }
}

const get = async (path: string, user: TestUser | null = null) => app.request(user, 'GET', path)
const post = (user: TestUser | null, path: string, body: FormData | Record<string, unknown> = {}) =>
  app.request(user, 'POST', path, body)
async function add(user: TestUser, id: number, fields: Record<string, string> = {}) {
  const response = await post(user, `/api/scripts/${id}/versions`, editForm(fields, { archive: archive() }))
  await analyseAll(app)
  return response
}
const edit = (user: TestUser, id: number, fields: Record<string, string> = {}) =>
  app.request(user, 'PUT', `/api/scripts/${id}`, editForm(fields, { archive: archive() }))
const withdraw = (user: TestUser, id: number) =>
  post(user, `/api/versions/${id}/withdraw`, { kind: 'other', reason: 'Not what it should be.' })
const restore = (user: TestUser, id: number) => post(user, `/api/versions/${id}/restore`)
const versionsOf = async (id: number, user: TestUser | null) =>
  (await get(`/api/scripts/${id}/versions`, user)).body
const waiting = async () =>
  (await get('/api/scripts/waiting', moderator)).body.scripts.map(({ id }: { id: number }) => id)
const eventsOf = async (versionId: number) => {
  const { rows } = await app.db.execute<{ kind: string; data: unknown }>(sql`
    select kind, data from events where version_id = ${versionId} order by id`)
  return rows
}

async function submitted(user: TestUser = author) {
  const { body } = await post(user, '/api/scripts', await scriptForm())
  await analyseAll(app)
  return body
}

async function published() {
  const script = await submitted()
  expect((await post(moderator, `/api/scripts/${script.id}/publish`)).status).toBe(200)
  return script
}

test('until a script is published, a new archive replaces the version that waits', async () => {
  const script = await submitted()

  const edited = await edit(author, script.id, { version: '1.1' })
  const added = await add(author, script.id)

  expect([edited.status, added.status]).toEqual([200, 201])
  expect(edited.body).toMatchObject({ version: '1.1', isInReview: true })
  const reason = 'Replaced before it was published.'
  expect((await versionsOf(script.id, author)).versions).toMatchObject([
    { id: added.body.id, number: '1.2', state: 'waiting', publishedAt: null, isCurrent: true },
    {
      id: edited.body.versionId,
      state: 'withdrawn',
      withdrawal: { kind: 'other', reason },
      isCurrent: false,
    },
    { id: script.versionId, state: 'withdrawn', hasFile: true },
  ])
  expect(await waiting()).toEqual([script.id])
  expect((await get(`/api/scripts/${script.id}/versions`)).status).toBe(404)

  expect((await post(moderator, `/api/scripts/${script.id}/publish`)).status).toBe(200)

  expect(await versionsOf(script.id, null)).toMatchObject({
    versions: [{ id: added.body.id, state: 'published', isCurrent: true }],
    pagination: { total: 1 },
  })
  for (const id of [script.versionId, edited.body.versionId])
    expect((await get(`/api/versions/${id}`)).status).toBe(404)
  expect((await eventsOf(added.body.id)).map(({ kind }) => kind)).toEqual([
    'version-waiting',
    'version-published',
    'version-decided',
  ])
  expect(await waiting()).toEqual([])
})

test('a version of a published script waits while the current one stays public, and a second one is rejected', async () => {
  const script = await published()
  const before = await get(`/api/scripts/${script.id}`)

  const { status, body: version } = await add(author, script.id, { number: '2.0' })

  expect(status).toBe(201)
  expect(version).toMatchObject({ number: '2.0', state: 'scanning', publishedAt: null, isCurrent: false })
  expect((await get(`/api/versions/${version.id}`, author)).body).toMatchObject({ state: 'waiting' })
  const message = 'A version is already waiting for review'
  for (const second of [await add(author, script.id), await edit(author, script.id, { name: 'Other name' })])
    expect(second).toMatchObject({ status: 409, body: { error: message, fields: { scriptFile: message } } })
  expect((await add(author, script.id, { number: '2.0' })).status).toBe(400)
  expect((await get(`/api/scripts/${script.id}`)).body).toEqual(before.body)
  expect(await waiting()).toEqual([script.id])

  const paths = ['', '/report', '/files', '/download'].map((path) => `/api/versions/${version.id}${path}`)
  for (const path of paths) {
    expect((await get(path, member)).status).toBe(404)
    expect((await get(path, author)).status).toBe(200)
    expect((await get(path, moderator)).status).toBe(200)
  }
  expect((await versionsOf(script.id, null)).pagination.total).toBe(1)
  expect((await versionsOf(script.id, author)).pagination.total).toBe(2)

  const decided = await post(moderator, `/api/scripts/${script.id}/publish`)
  expect(decided.body).toMatchObject({ version: '2.0', versionId: version.id, sha256: version.sha256 })
  expect((await get(`/api/scripts/${script.id}`)).body).toMatchObject({ version: '2.0' })
  expect((await get(`/api/scripts`)).body.scripts[0]).toMatchObject({ id: script.id, version: '2.0' })
  expect((await versionsOf(script.id, null)).versions).toMatchObject([
    { id: version.id, state: 'published', isCurrent: true },
    { id: script.versionId, state: 'published', isCurrent: false },
  ])
  expect(await eventsOf(version.id)).toMatchObject([
    { kind: 'version-waiting', data: { number: '2.0' } },
    { kind: 'version-published' },
    { kind: 'version-decided', data: { decision: 'published' } },
  ])
})

test('a version of a moderator is published after its analysis', async () => {
  const script = await published()

  const { body } = await add(moderator, script.id)
  expect(body).toMatchObject({ state: 'scanning', isCurrent: false })
  expect((await get(`/api/versions/${body.id}`)).body).toMatchObject({ state: 'published', isCurrent: true })
  await edit(moderator, script.id)
  await analyseAll(app)
  expect((await get(`/api/scripts/${script.id}`)).body.versionId).toBeGreaterThan(body.id)
})

test('the author withdraws a version that waits, and a moderator rejects one', async () => {
  const script = await published()
  const first = (await add(author, script.id)).body

  expect((await withdraw(author, first.id)).body).toMatchObject({ state: 'withdrawn', publishedAt: null })
  const second = (await add(author, script.id)).body
  expect((await withdraw(moderator, second.id)).status).toBe(200)

  expect((await get(`/api/scripts/${script.id}`)).body.versionId).toBe(script.versionId)
  expect((await eventsOf(first.id)).map(({ kind }) => kind)).toEqual(['version-waiting'])
  expect(await eventsOf(second.id)).toMatchObject([
    { kind: 'version-waiting' },
    { kind: 'version-decided', data: { decision: 'rejected', response: 'Not what it should be.' } },
  ])
  expect((await restore(author, second.id)).status).toBe(403)
  expect((await restore(author, first.id)).body).toMatchObject({ state: 'scanning' })
  await analyseAll(app)
  expect((await get(`/api/versions/${first.id}`, author)).body).toMatchObject({ state: 'waiting' })
  expect((await restore(moderator, second.id)).status).toBe(409)
  expect(await waiting()).toContain(script.id)
})

test('a script whose only version was withdrawn before its publication does not wait and cannot be published', async () => {
  const script = await submitted()
  const reason = { kind: 'broken', reason: 'It does not start at all.' }
  expect((await post(author, `/api/versions/${script.versionId}/withdraw`, reason)).status).toBe(200)

  expect(await waiting()).not.toContain(script.id)
  expect((await post(moderator, `/api/scripts/${script.id}/publish`)).status).toBe(409)
  expect((await get(`/api/scripts/${script.id}`)).status).toBe(404)
  expect((await get(`/api/scripts/${script.id}`, author)).body).toMatchObject({
    isInReview: true,
    withdrawal: reason,
  })

  const { body } = await add(author, script.id)
  expect(await waiting()).toContain(script.id)
  expect((await post(moderator, `/api/scripts/${script.id}/publish`)).body).toMatchObject({
    versionId: body.id,
  })
  expect((await get(`/api/scripts/${script.id}`)).body).not.toHaveProperty('withdrawal')
})
