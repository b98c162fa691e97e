import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser()

type Body = Record<string, unknown>
const create = (user: TestUser | null, body: Body = {}) =>
  app.request(user, 'POST', '/api/collections', { title: 'Roleplay', visibility: 'public', ...body })
const read = (user: { token: string } | null, id: number, query = '') =>
  app.request(user, 'GET', `/api/collections/${id}${query}`)
const edit = (user: TestUser | null, id: number, body: Body) =>
  app.request(user, 'PUT', `/api/collections/${id}`, { title: 'Roleplay', visibility: 'public', ...body })
const remove = (user: TestUser | null, id: number) => app.request(user, 'DELETE', `/api/collections/${id}`)
const replace = (user: TestUser | null, id: number, entries: unknown) =>
  app.request(user, 'PUT', `/api/collections/${id}/entries`, { entries })
const add = (user: TestUser | null, id: number, script: number, body: Body = {}) =>
  app.request(user, 'PUT', `/api/collections/${id}/scripts/${script}`, body)
const save = (user: TestUser | null, script: number, method: 'PUT' | 'DELETE' = 'PUT') =>
  app.request(user, method, `/api/account/saved-scripts/${script}`, method === 'PUT' ? {} : undefined)
const ownOf = async (user: TestUser, query = '') =>
  (await app.request(user, 'GET', `/api/account/collections${query}`)).body.collections
const listed = async (): Promise<number[]> =>
  (await app.request(null, 'GET', '/api/collections?limit=100')).body.collections.map(
    ({ id }: { id: number }) => id,
  )

async function createScript(name = 'Garage') {
  const script = await insertTestScript(app, { author, name })
  return { script, version: await insertTestVersion(app, script) }
}

async function createFull(scripts: readonly number[], body: Body = {}) {
  const owner = await app.createUser()
  const { body: collection } = await create(owner, body)
  const entries = scripts.map((scriptId) => ({ scriptId }))
  expect((await replace(owner, collection.id, entries)).status).toBe(200)
  return { owner, id: Number(collection.id) }
}

const namesIn = ({ entries }: { entries: { script: { name: string } | null }[] }) =>
  entries.map(({ script }) => script?.name ?? null)

describe('a collection is rejected', () => {
  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ title: 'a\u202eb' }, 'title'],
    [{ title: 'a\nb' }, 'title'],
    [{ text: 'x'.repeat(1001) }, 'text'],
    [{ text: 'a\u0000b' }, 'text'],
    [{ visibility: 'secret' }, 'visibility'],
  ])('with %o', async (body, field) => {
    const user = await app.createUser()

    const response = await create(user, body)

    expect(response).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect(await ownOf(user)).toEqual([])
  })

  test('from visitors, from new accounts with many links, and beyond 100', async () => {
    const user = await app.createUser()
    const text = 'https://a.example https://b.example https://c.example'

    expect((await create(null)).status).toBe(401)
    expect(await create(user, { text })).toMatchObject({
      status: 400,
      body: { fields: { text: expect.any(String) } },
    })
    await app.db.execute(sql`
      insert into collections (user_id, title, text, visibility, created_at, updated_at)
      select ${user.id}, 'Full', '', 'private', now(), now() from generate_series(1, 100)`)

    expect(await create(user)).toMatchObject({
      status: 409,
      body: { error: 'You can have at most 100 collections' },
    })
    expect((await save(user, (await createScript()).script)).status).toBe(409)
    expect(await ownOf(user)).toHaveLength(100)
  })
})

describe('a private collection', () => {
  test('does not exist for others, in no call', async () => {
    const { script } = await createScript()
    const { owner, id } = await createFull([script], { visibility: 'private' })
    const other = await app.createUser()

    for (const user of [null, other, await app.createOwner()]) {
      expect((await read(user, id)).status).toBe(404)
      expect((await read(user, id, '?key=')).status).toBe(404)
    }
    for (const response of [
      await edit(other, id, {}),
      await remove(other, id),
      await replace(other, id, []),
      await add(other, id, script),
      await app.request(other, 'DELETE', `/api/collections/${id}/scripts/${script}`),
    ])
      expect(response).toMatchObject({ status: 404, body: { error: 'Collection not found' } })
    expect(await listed()).not.toContain(id)
    expect((await read(owner, id)).body).toMatchObject({ title: 'Roleplay', entries: [{ scriptId: script }] })
  })

  test('is read with an access token of its owner, unless the token is for chosen scripts', async () => {
    const { script } = await createScript()
    const { owner, id } = await createFull([script], { visibility: 'private' })
    const own = await insertTestScript(app, { author: owner })
    const tokenFor = async (scripts: unknown) =>
      (
        await app.request(owner, 'POST', '/api/account/tokens', {
          name: 'Tool',
          scopes: ['read'],
          scripts,
          days: 30,
        })
      ).body
    const [all, chosen] = [await tokenFor('all'), await tokenFor([own])]

    expect((await read(chosen, id)).status).toBe(404)
    expect((await app.request(chosen, 'GET', '/api/account/collections')).status).toBe(403)
    expect((await read(all, id)).status).toBe(200)
    expect((await app.request(all, 'GET', '/api/account/collections')).body.collections).toHaveLength(1)
    expect((await app.request(all, 'DELETE', `/api/collections/${id}`)).status).toBe(403)
  })
})

test('a collection that is shared by link is read with its key, and gets a new key when it is shared again', async () => {
  const { script } = await createScript()
  const { owner, id } = await createFull([script], { visibility: 'link' })
  const { key } = (await read(owner, id)).body

  expect((await read(null, id)).status).toBe(404)
  expect((await read(null, id, `?key=${'x'.repeat(key.length)}`)).status).toBe(404)
  expect((await read(null, id, `?key=${key}`)).body).toMatchObject({ title: 'Roleplay', entryCount: 1 })
  expect(await listed()).not.toContain(id)

  await edit(owner, id, { title: 'Renamed', visibility: 'link' })
  expect((await read(null, id, `?key=${key}`)).body).toMatchObject({ title: 'Renamed', key })
  expect((await edit(owner, id, { visibility: 'private' })).body.key).toBeNull()
  expect((await read(null, id, `?key=${key}`)).status).toBe(404)
  const again = (await edit(owner, id, { visibility: 'link' })).body.key

  expect(again).not.toBe(key)
  expect((await read(null, id, `?key=${key}`)).status).toBe(404)
  expect((await read(null, id, `?key=${again}`)).status).toBe(200)
})

test('public collections are listed newest first with images, and read by everyone until they are deleted', async () => {
  const { script } = await createScript()
  const first = await createFull([script], { text: 'All for **roleplay**.' })
  const second = await createFull([])

  const { body } = await app.request(null, 'GET', '/api/collections?limit=2')
  expect(body).toMatchObject({
    collections: [
      { id: second.id, entryCount: 0, images: [] },
      { id: first.id, entryCount: 1, owner: { username: first.owner.username }, key: null },
    ],
  })
  expect(body.collections[1].images).toHaveLength(1)
  expect(
    (await app.request(null, 'GET', '/api/collections?page=9999999&limit=100')).body.collections,
  ).toEqual([])
  expect((await read(null, first.id)).body).toMatchObject({
    text: 'All for **roleplay**.',
    formattedText: [{ tag: 'p', children: ['All for ', { tag: 'strong' }, '.'] }],
    entries: [{ state: 'available', script: { name: 'Garage' }, version: null, note: '' }],
  })

  expect((await remove(first.owner, first.id)).status).toBe(200)

  expect((await read(null, first.id)).status).toBe(404)
  expect(await listed()).not.toContain(first.id)
  const { rows } = await app.db.execute<{ action: string }>(
    sql`select action from activities where user_id = ${first.owner.id} and action like 'Collection%' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'Collection Created',
    'Collection Updated',
    'Collection Deleted',
  ])
})

describe('entries', () => {
  test('are rejected as a whole when one of them is wrong', async () => {
    const { script, version } = await createScript()
    const { version: foreign } = await createScript('Radio')
    const review = await insertTestScript(app, { author, name: 'Secret', publication: 'review' })
    const { owner, id } = await createFull([script])

    for (const entries of [
      'all',
      [{ scriptId: 2_147_483_647 }],
      [{ scriptId: script }, { scriptId: review }],
      [{ scriptId: script }, { scriptId: script }],
      [{ scriptId: script, versionId: foreign }],
      [{ scriptId: script, note: 'x'.repeat(201) }],
      [{ scriptId: script, note: 'https://a.example https://b.example https://c.example' }],
      Array.from({ length: 201 }, (_, n) => ({ scriptId: n + 1 })),
    ]) {
      const response = await replace(owner, id, entries)
      expect(response.status).toBe(400)
      expect(JSON.stringify(response.body)).not.toContain('Secret')
    }
    expect((await add(owner, id, review)).status).toBe(404)
    expect((await add(owner, id, script, { versionId: foreign })).status).toBe(400)
    expect((await read(null, id)).body.entries).toMatchObject([{ scriptId: script, version: null, note: '' }])

    expect(
      (await add(owner, id, script, { versionId: version, note: 'Pinned.' })).body.entries,
    ).toMatchObject([{ scriptId: script, version: { id: version, number: '1.0.0' }, note: 'Pinned.' }])
  })

  test('are ordered, added at the end and removed', async () => {
    const [a, b, c] = [
      await createScript('A one'),
      await createScript('B two'),
      await createScript('C three'),
    ]
    const { owner, id } = await createFull([b.script, a.script])
    expect(namesIn((await read(null, id)).body)).toEqual(['B two', 'A one'])

    await add(owner, id, c.script)
    await add(owner, id, b.script, { note: 'First.' })
    const { body } = await app.request(owner, 'DELETE', `/api/collections/${id}/scripts/${a.script}`)

    expect(namesIn(body)).toEqual(['B two', 'C three'])
    expect(body.entries[0].note).toBe('First.')
    expect(await ownOf(owner, `?script=${a.script}`)).toMatchObject([{ id, hasScript: false, entryCount: 2 }])
    expect(await ownOf(owner, `?script=${b.script}`)).toMatchObject([{ id, hasScript: true }])
  })

  test('of hidden, withdrawn and deleted scripts stay without their names', async () => {
    const [hidden, withdrawn, deleted] = [
      await createScript('Hidden one'),
      await createScript('Withdrawn one'),
      await createScript('Deleted one'),
    ]
    const { owner, id } = await createFull([hidden.script, deleted.script])
    await add(owner, id, withdrawn.script, { versionId: withdrawn.version })
    await add(owner, id, hidden.script, { versionId: hidden.version })
    // A second version stays public.
    await insertTestVersion(app, withdrawn.script, '0.9.0')
    expect(namesIn((await read(null, id)).body)).toEqual(['Hidden one', 'Deleted one', 'Withdrawn one'])
    const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
    const removal = { reason: 'stolen', note: 'For a test only.' }
    const withdrawal = { kind: 'broken', reason: 'For a test only.' }
    expect(
      (await app.request(moderator, 'POST', `/api/scripts/${hidden.script}/removal`, removal)).status,
    ).toBeLessThan(300)
    expect(
      (await app.request(author, 'POST', `/api/versions/${withdrawn.version}/withdraw`, withdrawal)).status,
    ).toBe(200)
    expect((await app.request(author, 'DELETE', `/api/scripts/${deleted.script}`)).status).toBeLessThan(300)

    for (const user of [null, owner]) {
      const { body } = await read(user, id)
      expect(body.entries).toMatchObject([
        { state: 'hidden', scriptId: hidden.script, script: null, version: null },
        { state: 'deleted', scriptId: null, script: null, version: null },
        { state: 'withdrawn', script: { name: 'Withdrawn one' }, version: { number: '1.0.0' } },
      ])
      expect(JSON.stringify(body)).not.toMatch(/Hidden one|Deleted one/)
    }
    const kept = [
      { scriptId: withdrawn.script, versionId: withdrawn.version },
      { scriptId: hidden.script, versionId: hidden.version },
    ]
    expect((await replace(owner, id, kept)).body.entries).toMatchObject([
      { state: 'withdrawn' },
      { state: 'hidden' },
    ])
  })

  test('are at most 200', async () => {
    const { owner, id } = await createFull([])
    const scripts = await Promise.all(Array.from({ length: 201 }, () => insertTestScript(app, { author })))
    const full = scripts.slice(0, 200).map((scriptId) => ({ scriptId, note: '😀'.repeat(100) }))
    expect((await replace(owner, id, full)).status).toBe(200)

    expect((await add(owner, id, scripts[200] ?? 0)).status).toBe(409)

    expect((await read(null, id)).body).toMatchObject({ entryCount: 200 })
  })
})

describe('what a user saves for later', () => {
  test('is one private collection, also after two first calls at once', async () => {
    const [a, b] = [await createScript('A one'), await createScript('B two')]
    const user = await app.createUser()
    const review = await insertTestScript(app, { author, publication: 'review' })
    expect((await save(null, a.script)).status).toBe(401)
    expect((await save(user, review)).status).toBe(404)
    expect(await ownOf(user)).toEqual([])

    const responses = await Promise.all([save(user, a.script), save(user, b.script), save(user, a.script)])

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const [saved, ...others] = await ownOf(user)
    expect(others).toEqual([])
    expect(saved).toMatchObject({
      title: 'Saved for later',
      visibility: 'private',
      isSaved: true,
      entryCount: 2,
    })
    expect(await edit(user, saved.id, { visibility: 'public' })).toMatchObject({
      status: 400,
      body: { fields: { visibility: 'What you save for later is always private' } },
    })

    expect((await save(user, a.script, 'DELETE')).status).toBe(200)
    expect((await save(user, a.script, 'DELETE')).status).toBe(200)
    expect(namesIn((await read(user, saved.id)).body)).toEqual(['B two'])
  })
})
