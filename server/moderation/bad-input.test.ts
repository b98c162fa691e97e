import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { casesOf } from '#test-support/cases.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { report, appeal, read, write, claim, decide } = casesOf(app)
const author = await app.createUser('scripts.upload')
let reporter = await app.createUser()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const takedowns = await app.createUser('admin.system.access', 'admin.takedowns.manage')

async function script(by: TestUser = author) {
  const id = await insertTestScript(app, { author: by })
  return { id, versionId: await insertTestVersion(app, id) }
}

const opened = async (by: TestUser = author) =>
  (await report(reporter, { scriptId: (await script(by)).id })).body.id
const caseCount = async () =>
  (await app.db.execute(sql`select count(*)::int as count from cases`)).rows[0]?.count

// A member reports five times an hour.
beforeEach(async () => {
  reporter = await app.createUser()
})

test('a report is rejected without one subject, a reason, a text of 20 characters and valid evidence', async () => {
  const { id: scriptId, versionId } = await script()
  const before = await caseCount()
  const rejected: Record<string, unknown>[] = [
    {},
    { scriptId, versionId },
    { scriptId, reason: 'because' },
    { scriptId, reason: 'copyright' },
    { scriptId, text: 'too short' },
    { scriptId, text: 'x'.repeat(5001) },
    { scriptId, evidence: [{ url: 'javascript:alert(1)' }] },
    { scriptId, evidence: [{ path: '', line: 1 }] },
    { scriptId, evidence: Array.from({ length: 11 }, () => ({ url: 'https://example.com/a' })) },
    { scriptId: 2 ** 40 },
  ]

  for (const body of rejected)
    expect(await report(reporter, body)).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect((await report(null, { scriptId })).status).toBe(401)
  expect((await report(author, { scriptId })).status).toBe(400)
  expect((await report(reporter, { userId: reporter.id })).status).toBe(400)
  expect(await caseCount()).toBe(before)
})

test('a report on a deleted or hidden script and on an unknown user is 404, a second one 409', async () => {
  const { id, versionId } = await script()
  await app.request(author, 'DELETE', `/api/scripts/${id}`)
  for (const subject of [{ scriptId: id }, { versionId }, { userId: 999_999 }])
    expect((await report(reporter, subject)).status).toBe(404)

  const other = await script()
  expect((await report(reporter, { scriptId: other.id })).status).toBe(201)
  expect(await report(reporter, { versionId: other.versionId })).toMatchObject({
    status: 409,
    body: { error: 'You have already reported this' },
  })
  expect((await report(reporter, { userId: author.id })).status).toBe(201)
})

test('a moderator decides neither about an own script nor about an own report', async () => {
  const own = await opened(moderator)
  const { body: reported } = await report(moderator, { scriptId: (await script()).id })

  for (const id of [own, reported.id]) {
    for (const rejected of [await claim(moderator, id), await decide(moderator, id, 'dismissed')])
      expect(rejected).toMatchObject({
        status: 403,
        body: { error: 'You take part in this case. Another user must decide it.' },
      })
    expect((await read(moderator, id)).body).toMatchObject({
      state: 'open',
      canDecide: false,
      blockedBy: 'You take part in this case. Another user must decide it.',
    })
  }
  // As a party, a moderator does not learn who reported.
  expect(JSON.stringify((await read(moderator, own)).body)).not.toContain(reporter.username)
})

test('a decision needs the permission of the kind, a possible decision, a response and a note without names', async () => {
  const id = await opened()
  const { body: ofUser } = await report(reporter, { userId: (await app.createUser()).id })

  for (const user of [takedowns, author, reporter, null])
    expect((await decide(user, id, 'dismissed')).status).not.toBe(200)
  expect((await decide(takedowns, id, 'dismissed')).status).toBe(404)
  for (const [decision, more] of [
    ['published', {}],
    ['granted', {}],
    ['nonsense', {}],
    ['warned', { response: '' }],
    ['removed', {}],
    ['withdrawn', { response: 'short' }],
    ['banned', {}],
    ['dismissed', { logNote: `About ${author.username.toUpperCase()}.` }],
    ['dismissed', { logNote: 'x'.repeat(301) }],
    ['dismissed', { actions: { blocklist: [{ kind: 'archive', value: 'no hash' }] } }],
  ] as const)
    expect(await decide(moderator, id, decision, more)).toMatchObject({ status: 400 })
  const block = { actions: { blocklist: [{ kind: 'archive', value: 'a'.repeat(64) }] } }
  expect((await decide(moderator, id, 'dismissed', block)).status).toBe(403)
  const ban = { ban: { is_permanent: true } }
  expect((await decide(moderator, id, 'banned', ban)).status).toBe(403)
  expect((await read(moderator, id)).body.state).toBe('open')
  expect((await decide(moderator, ofUser.id, 'withdrawn')).status).toBe(409)
})

test('messages go to one party, and only parties and staff write them', async () => {
  const id = await opened()

  expect((await write(moderator, id, 'x', 'everyone')).status).toBe(400)
  expect((await write(moderator, id, ' ', 'author')).status).toBe(400)
  expect((await write(takedowns, id, 'Hello there.')).status).toBe(404)
  expect((await write(author, id, 'For all to read.', 'opener')).status).toBe(403)
  expect((await write(author, id, 'For staff to read.')).status).toBe(201)
  expect((await read(reporter, id)).body.messages).toEqual([])
})

test('an appeal needs a decision against the user, and an appeal of an appeal is 409', async () => {
  const id = await opened()
  for (const target of [{}, { banId: 1, parentId: id }])
    expect((await appeal(author, target)).status).toBe(400)
  for (const target of [{ banId: 1 }, { removalId: 999 }, { withdrawnVersionId: 999 }, { parentId: 999_999 }])
    expect((await appeal(author, target)).status).toBe(404)
  expect((await appeal(author, { parentId: id })).status).toBe(409)
  await decide(moderator, id, 'removed', { removalReason: 'stolen' })
  expect((await appeal(reporter, { parentId: id })).status).toBe(404)

  const { body: first } = await appeal(author, { parentId: id })
  expect(first).toMatchObject({ kind: 'appeal', reason: 'removal', parent: { id, decision: 'removed' } })
  expect(await appeal(author, { parentId: id })).toMatchObject({
    status: 409,
    body: { error: 'This decision has already been appealed' },
  })
  const other = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  expect((await decide(other, first.id, 'denied')).status).toBe(200)
  expect(await appeal(author, { parentId: first.id })).toMatchObject({
    status: 409,
    body: { error: 'The decision on an appeal is final' },
  })
})
