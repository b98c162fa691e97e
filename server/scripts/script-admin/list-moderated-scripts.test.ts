import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const garages = await app.createUser('scripts.upload')
const boats = await app.createUser('scripts.upload')

const at = (dayOfMonth: number) => new Date(Date.UTC(2026, 0, dayOfMonth))
const script = (author: TestUser, name: string, more: object = {}) =>
  insertTestScript(app, { author, name, ...more })
const hide = (id: number, reason = 'spam') =>
  app.request(moderator, 'POST', `/api/scripts/${id}/removal`, { reason, note: 'For a test.' })
const list = async (query = '', user: TestUser = moderator) =>
  (await app.request(user, 'GET', `/api/moderation/scripts?${query}`)).body
const idsOf = async (query: string) => (await list(query)).scripts.map(({ id }: { id: number }) => id)

async function setAttributes(id: number, severity: string) {
  await app.db.execute(
    sql`update scripts set attributes = array['open', ${`report:${severity}`}] where id = ${id}`,
  )
}

async function openCase(scriptId: number, kind: string, state = 'open') {
  await app.db.execute(sql`
    insert into cases (kind, state, script_id, title, reason, opened_by, user_id, created_at, updated_at)
    values (${kind}, ${state}, ${scriptId}, 'A case', 'other', floor(random() * 1000000), 1, now(), now())`)
}

const alpha = await script(garages, 'Alpha garage', { createdAt: at(1), downloads: 5 })
const bravo = await script(boats, 'Bravo boats', { createdAt: at(2), downloads: 50, category: 'Cars' })
const charlie = await script(garages, 'Charlie house', {
  createdAt: at(3),
  downloads: 20,
  category: 'Housing',
})
const waiting = await script(boats, 'Delta waits', { createdAt: at(4), publication: 'review' })
const hidden = await script(garages, 'Echo hidden', { createdAt: at(5), downloads: 30 })
const own = await script(moderator, 'Own work', { createdAt: at(6) })
await hide(hidden)
const version = await insertTestVersion(app, alpha)
await setAttributes(alpha, 'high')
await setAttributes(bravo, 'failed')
await setAttributes(charlie, 'low')
await openCase(charlie, 'report')
await openCase(bravo, 'report')
await openCase(bravo, 'report')
await openCase(bravo, 'review')
await openCase(alpha, 'appeal', 'closed')

test('moderators list scripts of every state with what they need to act', async () => {
  const { scripts, pagination } = await list()

  expect(scripts.map(({ id }: { id: number }) => id)).toEqual([own, hidden, waiting, charlie, bravo, alpha])
  expect(pagination).toEqual({ page: 1, limit: 25, total: 6, totalPages: 1 })
  expect(scripts[1]).toEqual({
    id: hidden,
    name: 'Echo hidden',
    image: expect.stringContaining('/files/images/'),
    version: '1.0.0',
    author: garages.username,
    userId: garages.id,
    category: 'Scripts',
    downloads: 30,
    createdAt: at(5).toISOString(),
    updatedAt: expect.any(String),
    state: 'removed',
    hasWaitingVersion: false,
    versionId: expect.any(Number),
    analysis: 'waiting',
    severity: null,
    openCases: 0,
    sameArchive: null,
    removal: { id: expect.any(Number), reason: 'spam', note: 'For a test.', at: expect.any(String) },
  })
  expect(scripts[2]).toMatchObject({ state: 'waiting', removal: null })
  expect(scripts[4]).toMatchObject({ state: 'published', openCases: 3 })
  expect(scripts[5]).toMatchObject({ versionId: version, openCases: 0 })
})

test.each([
  ['state=published', [own, charlie, bravo, alpha]],
  ['state=waiting', [waiting]],
  ['state=removed', [hidden]],
  ['state=withdrawn', []],
  ['category=Housing', [charlie]],
  ['category=Nothing', []],
  ['severity=high', [alpha]],
  ['severity=failed', [bravo]],
  ['severity=low', [charlie]],
  ['severity=medium', []],
  [`author=${garages.username}`, [hidden, charlie, alpha]],
  ['author=unknown-user', []],
  ['cases=any', [charlie, bravo]],
  ['cases=review', [bravo]],
  ['cases=appeal', []],
  ['cases=report&category=Cars', [bravo]],
  ['sort=downloads', [bravo, hidden, charlie, alpha, own, waiting]],
  ['sort=downloads&state=published', [bravo, charlie, alpha, own]],
  ['sort=reports', [bravo, charlie]],
  ['sort=reports&category=Housing', [charlie]],
  ['q=garage', [alpha]],
  ['q=hou', [charlie]],
  ['q=echo', [hidden]],
  [`q=${boats.username}`, [waiting, bravo]],
  [`q=${boats.username}&state=published`, [bravo]],
  ['q=zeppelin', []],
  ['q=%25', []],
])('the list with %s', async (query, expected) => {
  expect(await idsOf(query)).toEqual(expected)
  expect((await list(query)).pagination.total).toBe(expected.length)
})

test('a list by edit time begins with the last edit', async () => {
  await app.db.execute(sql`update scripts set updated_at = now() + interval '1 minute' where id = ${hidden}`)
  await app.db.execute(sql`update scripts set updated_at = now() + interval '2 minutes' where id = ${alpha}`)

  expect((await idsOf('sort=updated')).slice(0, 2)).toEqual([alpha, hidden])
})

test('pages do not overlap', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list(`limit=2&page=${page}`)))

  expect(pages.flatMap(({ scripts }) => scripts.map(({ id }: { id: number }) => id))).toEqual([
    own,
    hidden,
    waiting,
    charlie,
    bravo,
    alpha,
  ])
  expect(pages[2]?.pagination).toEqual({ page: 3, limit: 2, total: 6, totalPages: 3 })
})

test('a hash names one script by its id, and a number also those with it in their names', async () => {
  const street = await script(garages, `${charlie}th street`)

  expect(await idsOf(`q=%23${charlie}`)).toEqual([charlie])
  expect(await idsOf(`q=${charlie}`)).toEqual([street, charlie])
})

test('one script comes with the history of its removals', async () => {
  const id = await script(boats, 'Foxtrot')
  await hide(id, 'stolen')
  await app.request(moderator, 'DELETE', `/api/scripts/${id}/removal`)
  await hide(id, 'spam')

  const { body } = await app.request(moderator, 'GET', `/api/moderation/scripts/${id}`)

  const past = { id: expect.any(Number), note: 'For a test.', at: expect.any(String), by: moderator.username }
  expect(body).toMatchObject({ id, state: 'removed', removal: { reason: 'spam' } })
  expect(body.removals).toEqual([
    { ...past, reason: 'spam', restoredAt: null, restoredBy: null },
    { ...past, reason: 'stolen', restoredAt: expect.any(String), restoredBy: moderator.username },
  ])
  expect((await app.request(moderator, 'GET', '/api/moderation/scripts/999999')).status).toBe(404)
})

test('a rejected script is not a withdrawn one, and waits again with the next version', async () => {
  const reviewed = async (name: string) => {
    const id = await script(boats, name, { publication: 'review' })
    const versionId = await insertTestVersion(app, id)
    await app.db.execute(sql`update script_versions set published_at = null where id = ${versionId}`)
    return { id, versionId }
  }
  const withdraw = (user: TestUser, { versionId }: { versionId: number }) =>
    app.request(user, 'POST', `/api/versions/${versionId}/withdraw`, {
      kind: 'broken',
      reason: 'It does not start at all.',
    })
  const [rejected, withdrawn, both] = [
    await reviewed('Mike one'),
    await reviewed('Mike two'),
    await reviewed('Mike three'),
  ]
  await withdraw(moderator, rejected)
  await withdraw(boats, withdrawn)
  await withdraw(moderator, both)

  expect(await idsOf('q=mike&state=rejected')).toEqual([both.id, rejected.id])
  expect(await idsOf('q=mike&state=withdrawn')).toEqual([withdrawn.id])
  await app.db.execute(sql`
    insert into script_versions (script_id, number, key, file_name, extension, size, sha256, entries, unpacked_size)
    select script_id, '2.0.0', key || '2', file_name, extension, size, sha256, entries, unpacked_size
    from script_versions where id = ${both.versionId}`)

  expect(await idsOf('q=mike&state=rejected')).toEqual([rejected.id])
  expect(await idsOf('q=mike&state=waiting')).toEqual([both.id])
  const { scripts } = await list('q=mike')
  expect(
    Object.fromEntries(scripts.map(({ id, state }: { id: number; state: string }) => [id, state])),
  ).toEqual({
    [rejected.id]: 'rejected',
    [withdrawn.id]: 'withdrawn',
    [both.id]: 'waiting',
  })
})

const act = (body: object) => app.request(moderator, 'POST', '/api/moderation/scripts/bulk', { ...body })

test('many scripts are hidden and restored at once, and each failure is listed with its reason', async () => {
  const ids = [await script(boats, 'Golf'), await script(garages, 'Hotel'), await script(boats, 'India')]
  await hide(ids[2] ?? 0)

  expect((await act({ action: 'hide', ids })).body.fields).toEqual({ reason: 'Please choose a reason' })
  expect((await act({ action: 'hide', ids: [], reason: 'spam' })).status).toBe(400)
  expect((await act({ action: 'delete', ids })).status).toBe(400)
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1)
  expect((await act({ action: 'restore', ids: tooMany })).status).toBe(400)
  expect(await idsOf('state=removed&q=golf')).toEqual([])

  const hid = await act({ action: 'hide', ids: [...ids, own, 999_999, ids[0]], reason: 'copyright' })

  expect(hid.status).toBe(200)
  expect(hid.body.results).toEqual([
    { id: ids[0], name: 'Golf', error: null },
    { id: ids[1], name: 'Hotel', error: null },
    { id: ids[2], name: 'India', error: 'This script is already hidden' },
    { id: own, name: 'Own work', error: 'You cannot hide or restore your own scripts' },
    { id: 999_999, name: null, error: 'Script not found' },
  ])
  for (const id of ids) expect((await app.request(null, 'GET', `/api/scripts/${id}`)).status).toBe(404)

  const restored = await act({ action: 'restore', ids: [ids[0], ids[1], alpha] })

  expect(restored.body.results).toMatchObject([
    { error: null },
    { error: null },
    { name: 'Alpha garage', error: 'This script is not hidden' },
  ])
  expect((await app.request(null, 'GET', `/api/scripts/${ids[0]}`)).status).toBe(200)
})

test('waiting scripts are published at once, without hidden and own ones', async () => {
  const ids = [
    await script(boats, 'Juliett', { publication: 'review' }),
    await script(boats, 'Kilo', { publication: 'review' }),
    await script(moderator, 'Lima', { publication: 'review' }),
  ]
  await hide(ids[1] ?? 0)

  const { body } = await act({ action: 'publish', ids })

  expect(body.results).toMatchObject([
    { error: null },
    { error: 'This script is hidden. Restore it first' },
    { error: 'You cannot publish your own scripts' },
  ])
  expect((await app.request(null, 'GET', `/api/scripts/${ids[0]}`)).status).toBe(200)
  expect((await app.request(null, 'GET', `/api/scripts/${ids[2]}`)).status).toBe(404)
})

test('a script says which script of another author has the same archive, and which was first', async () => {
  const first = await script(garages, 'Original')
  const copy = await script(boats, 'Copy')
  const again = await script(garages, 'Again')
  for (const id of [first, copy, again]) await insertTestVersion(app, id)
  await app.db.execute(sql`
    update script_versions set sha256 = repeat('c', 64), created_at = now() + script_id * interval '1 minute'
    where script_id in (${first}, ${copy}, ${again})`)

  const { scripts } = await list('limit=100')
  const copyOf = (id: number) => scripts.find((found: { id: number }) => found.id === id).sameArchive
  const ofFirst = {
    script: { id: first, name: 'Original' },
    author: garages.username,
    isOlder: true,
    total: 2,
  }
  const ofCopy = { script: { id: copy, name: 'Copy' }, author: boats.username, total: 1 }
  expect(copyOf(first)).toEqual({ ...ofCopy, isOlder: false })
  expect(copyOf(copy)).toEqual(ofFirst)
  expect(copyOf(again)).toEqual({ ...ofCopy, isOlder: true })
  expect(copyOf(waiting)).toBeNull()
  const { body } = await app.request(moderator, 'GET', `/api/moderation/scripts/${copy}`)
  expect(body.sameArchive).toEqual(ofFirst)
})
