import { beforeEach, expect, test } from 'vitest'

import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { report, appeal, read, write, decide, queue, log } = casesOf(app)
const staff = ['admin.system.access', 'admin.scripts.moderate', 'admin.users.ban'] as const
const first = await app.createUser(...staff)
const second = await app.createUser(...staff)
const owner = await app.createOwner()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
let reporter = await app.createUser()

async function script(author: TestUser, name = 'Garage') {
  const id = await insertTestScript(app, { author, name })
  return { id, versionId: await insertTestVersion(app, id) }
}

const get = (user: TestUser | null, path: string) => app.request(user, 'GET', path)
const isPublic = async (id: number) => (await get(null, `/api/scripts/${id}`)).status === 200
/** In no group of their own, so that staff may ban them. */
const createAuthor = () => app.createUser()

async function banned(): Promise<{ user: TestUser; banId: number }> {
  const user = await createAuthor()
  const path = `/api/users/admin/users/${user.id}/ban`
  const { body } = await app.request(first, 'POST', path, { reason: 'Spam', is_permanent: true })
  return { user, banId: body.history[0].id }
}

// A member reports five times an hour.
beforeEach(async () => {
  reporter = await app.createUser()
})

test('a banned user appeals the ban, reads and writes in the appeal and nowhere else, and another moderator lifts it', async () => {
  const { user, banId } = await banned()
  const { id: scriptId } = await script(await createAuthor())

  expect((await report(user, { scriptId })).status).toBe(403)
  const { status, body } = await appeal(user, { banId })
  expect(status).toBe(201)
  expect(body).toMatchObject({ kind: 'appeal', reason: 'ban', role: 'opener', canMessage: true })
  expect((await write(user, body.id, 'It was my brother.')).status).toBe(201)
  expect((await read(user, body.id)).body.messages).toHaveLength(1)
  expect((await get(user, '/api/cases/mine')).body.cases).toMatchObject([{ id: body.id }])
  expect((await get(user, '/api/moderation/cases')).status).toBe(403)
  // Only those who lift bans decide about them.
  expect((await read(moderator, body.id)).status).toBe(404)
  expect((await queue(moderator, '?kind=appeal')).cases).toEqual([])
  expect((await queue(second, '?kind=appeal')).cases).toMatchObject([{ id: body.id }])

  expect(await decide(first, body.id, 'granted')).toMatchObject({
    status: 403,
    body: { error: 'You made the decision that is appealed. Another user must decide the appeal.' },
  })
  expect((await get(user, '/api/scripts/my-scripts')).status).toBe(403)
  expect((await decide(second, body.id, 'granted')).status).toBe(200)

  expect((await get(user, '/api/scripts/my-scripts')).status).toBe(200)
  await dispatchAll(app)
  expect((await get(user, '/api/notifications')).body.notifications[0].text).toBe(
    'Your appeal was granted: your ban has been lifted.',
  )
})

test('a banned moderator reads no cases of others', async () => {
  const user = await app.createUser(...staff)
  const { body } = await report(reporter, { scriptId: (await script(await createAuthor())).id })
  expect((await read(user, body.id)).status).toBe(200)
  const path = `/api/users/admin/users/${user.id}/ban`
  await app.request(owner, 'POST', path, { reason: 'Spam', is_permanent: true })

  for (const rejected of [await read(user, body.id), await write(user, body.id, 'Still here.')])
    expect(rejected).toMatchObject({ status: 403, body: { code: 'banned' } })
})

test('a ban of a stronger user is not lifted by a weaker one', async () => {
  const user = await createAuthor()
  const path = `/api/users/admin/users/${user.id}/ban`
  const { body: ban } = await app.request(owner, 'POST', path, { reason: 'Spam', is_permanent: true })
  const { body } = await appeal(user, { banId: ban.history[0].id })

  expect(await decide(second, body.id, 'granted')).toMatchObject({
    status: 403,
    body: { error: 'Cannot unban - issuer of the ban has higher authority than yours' },
  })
  expect((await read(second, body.id)).body.state).toBe('open')
  // The owner may decide about an own decision, because only another owner could.
  expect((await decide(owner, body.id, 'granted')).status).toBe(200)
})

test('a granted appeal restores a hidden script, a denied one does not', async () => {
  const author = await createAuthor()
  const scripts = [await script(author), await script(author)]
  for (const { id } of scripts) {
    const { body } = await report(reporter, { scriptId: id })
    await decide(first, body.id, 'removed', { removalReason: 'stolen' })
    expect(await isPublic(id)).toBe(false)
  }
  const [one, other] = scripts
  const removalOf = async (id = 0) => (await get(author, `/api/scripts/${id}`)).body.removal.id
  const { body: granted } = await appeal(author, { removalId: await removalOf(one?.id) })
  const { body: denied } = await appeal(author, { removalId: await removalOf(other?.id) })

  expect((await decide(second, granted.id, 'granted')).status).toBe(200)
  expect((await decide(second, denied.id, 'denied')).status).toBe(200)

  expect([await isPublic(one?.id ?? 0), await isPublic(other?.id ?? 0)]).toEqual([true, false])
  await dispatchAll(app)
  const { notifications } = (await get(author, '/api/notifications')).body
  const texts = notifications.map(({ text }: { text: string }) => text)
  expect(texts.filter((text: string) => text.includes('appeal') || text.includes('restored'))).toEqual([
    'Your appeal about Garage was denied.',
    'Your appeal was granted: Garage has been restored and is public again.',
  ])
})

test('a report ends with a withdrawn version, which an appeal restores', async () => {
  const author = await createAuthor()
  const { id, versionId } = await script(author)
  const { body } = await report(reporter, { versionId, reason: 'backdoor' })
  const response = 'It opens a backdoor on every server.'
  expect((await decide(first, body.id, 'withdrawn', { response })).status).toBe(200)
  expect((await get(null, `/api/versions/${versionId}/report`)).body.version.withdrawal).toMatchObject({
    kind: 'security',
    reason: response,
  })
  expect(await isPublic(id)).toBe(false)

  const { body: appealed } = await appeal(author, { withdrawnVersionId: versionId })
  expect(appealed.reason).toBe('withdrawal')
  expect((await decide(second, appealed.id, 'granted')).status).toBe(200)

  expect(await isPublic(id)).toBe(true)
  await dispatchAll(app)
  expect((await get(author, '/api/notifications')).body.notifications[0].text).toBe(
    'Your appeal was granted: your version of Garage is public now.',
  )
})

test('the author appeals a withdrawal of a moderator outside a case, and cannot undo it', async () => {
  const author = await createAuthor()
  const { id, versionId } = await script(author)
  const { id: ownId, versionId: ownVersionId } = await script(author)
  const withdrawal = { kind: 'broken', reason: 'It does not start at all.' }
  const withdraw = (user: TestUser, version: number) =>
    app.request(user, 'POST', `/api/versions/${version}/withdraw`, withdrawal)

  expect((await withdraw(author, ownVersionId)).body.withdrawal.isByModerator).toBe(false)
  expect((await appeal(author, { withdrawnVersionId: ownVersionId })).status).toBe(409)
  expect((await withdraw(first, versionId)).body.withdrawal.isByModerator).toBe(true)
  expect((await get(author, `/api/scripts/${id}`)).body.withdrawal).toMatchObject({ isByModerator: true })
  expect((await get(author, `/api/scripts/${ownId}`)).body.withdrawal).toMatchObject({ isByModerator: false })
  expect((await app.request(author, 'POST', `/api/versions/${versionId}/restore`)).status).toBe(403)

  expect((await appeal(reporter, { withdrawnVersionId: versionId })).status).toBe(404)
  const { status, body } = await appeal(author, { withdrawnVersionId: versionId })
  expect([status, body.reason]).toEqual([201, 'withdrawal'])
  expect((await appeal(author, { withdrawnVersionId: versionId })).status).toBe(409)
  expect((await decide(first, body.id, 'granted')).status).toBe(403)
  expect((await decide(second, body.id, 'granted')).status).toBe(200)
  expect(await isPublic(id)).toBe(true)
})

test('a report ends with a ban and hidden scripts, within the rules of authority', async () => {
  const author = await createAuthor()
  const { id } = await script(author)
  const { id: otherId } = await script(author)
  const { body } = await report(reporter, { scriptId: id, reason: 'spam' })
  const { body: ofOwner } = await report(reporter, { userId: owner.id, reason: 'spam' })
  const ban = { ban: { is_permanent: true }, removalReason: 'spam', hideScripts: true }

  expect((await decide(first, ofOwner.id, 'banned', ban)).status).toBe(403)
  expect((await decide(first, body.id, 'banned', ban)).status).toBe(200)

  expect((await get(author, '/api/scripts/my-scripts')).status).toBe(403)
  expect([await isPublic(id), await isPublic(otherId)]).toEqual([false, false])
  expect((await read(author, body.id)).body).toMatchObject({ decision: 'banned', canAppeal: true })
  expect((await read(first, ofOwner.id)).body.state).toBe('open')
})

test('the public log contains no name of a user, and scripts only while they are public', async () => {
  const author = await createAuthor()
  const { id } = await script(author, 'Public garage')
  const { body: one } = await report(reporter, { scriptId: id })
  await decide(first, one.id, 'warned', { logNote: 'The author was asked for a license.' })
  const { id: hiddenId } = await script(author, 'Secret garage')
  const { body: two } = await report(reporter, { scriptId: hiddenId, reason: 'personal-data' })
  await decide(first, two.id, 'removed', { removalReason: 'other', logNote: 'A phone number was shown.' })

  const { entries, month, pagination } = await log('?limit=100')
  const { rows } = await app.db.execute<{ username: string }>('select username from users')
  const text = JSON.stringify({ entries, month })
  expect(rows.filter(({ username }) => new RegExp(`\\b${username}\\b`, 'i').test(text))).toEqual([])
  expect(rows.length).toBeGreaterThan(10)
  expect(text).not.toContain('Secret garage')
  expect(entries).toHaveLength(pagination.total)
  expect(entries.slice(0, 2)).toMatchObject([
    { id: two.id, decision: 'removed', script: null, note: null },
    { id: one.id, script: { id, name: 'Public garage' }, note: 'The author was asked for a license.' },
  ])
  expect(month).toMatchObject({ appeals: 6, granted: 5 })
  expect((await log('?decision=denied')).pagination.total).toBe(1)

  await app.request(first, 'POST', `/api/scripts/${id}/removal`, { reason: 'spam', note: '' })
  expect((await log('?limit=100')).entries[1]).toMatchObject({ id: one.id, script: null })
})
