import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, hour } from '#platform/clock.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })
const { report, read, write, decide, log } = casesOf(app)
const author = await app.createUser('scripts.upload')
const reporter = await app.createUser()
const member = await app.createUser()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const strong = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'admin.users.ban')

async function script(by: TestUser = author, name = 'Garage') {
  const id = await insertTestScript(app, { author: by, name })
  await insertTestVersion(app, id)
  return id
}

const get = (user: TestUser | null, path: string) => app.request(user, 'GET', path)
const textsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await get(user, '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

test('the author sees a report without the reporter and responds; both are notified of the decision', async () => {
  const scriptId = await script()
  const opened = await report(reporter, { scriptId, evidence: [{ url: 'https://example.com/original' }] })
  const { id } = opened.body
  expect(opened).toMatchObject({
    status: 201,
    body: { kind: 'report', state: 'open', title: 'Garage', role: 'opener', openedBy: reporter.username },
  })

  const seen = await read(author, id)
  expect(seen).toMatchObject({ status: 200, body: { role: 'author', openedBy: null, others: null } })
  expect(JSON.stringify(seen.body)).not.toContain(reporter.username)
  expect((await read(member, id)).status).toBe(404)
  expect((await read(null, id)).status).toBe(401)

  await write(author, id, 'I wrote this myself.')
  await write(moderator, id, 'Looks like a copy.')
  await write(moderator, id, 'Where did you get the files?', 'author')
  await write(moderator, id, 'Which lines are copied?', 'opener')
  const messagesOf = async (user: TestUser) =>
    (await read(user, id)).body.messages.map(({ text }: { text: string }) => text)
  expect(await messagesOf(author)).toEqual(['I wrote this myself.', 'Where did you get the files?'])
  expect(await messagesOf(reporter)).toEqual(['Which lines are copied?'])
  expect(await messagesOf(moderator)).toHaveLength(4)

  const decided = await decide(moderator, id, 'removed', { removalReason: 'stolen', logNote: 'A copy.' })

  expect(decided).toMatchObject({ status: 200, body: { state: 'closed', decision: 'removed' } })
  expect((await get(null, `/api/scripts/${scriptId}`)).status).toBe(404)
  expect((await read(author, id)).body).toMatchObject({ canAppeal: true, canMessage: false })
  expect((await read(reporter, id)).body).toMatchObject({ canAppeal: false, decision: 'removed' })
  expect(await textsOf(reporter)).toEqual([
    `Our decision in case #${id} about Garage: the script was hidden.`,
    `You have a new message in case #${id} about Garage.`,
  ])
  expect(await textsOf(author)).toContain(
    'Someone reported Garage: it is the work of another author. You can respond.',
  )
  expect((await decide(strong, id, 'dismissed')).status).toBe(409)
  expect((await write(author, id, 'One more thing.')).status).toBe(409)
  const { entries, month } = await log()
  expect(entries).toMatchObject([{ id, decision: 'removed', script: null, note: 'A copy.' }])
  expect(month).toMatchObject({ reports: 1, dismissed: 0 })
})

test('a reporter with five dismissed reports in 30 days is paused for 7 days', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => script()))
  for (const scriptId of ids.slice(0, 5)) {
    const { body } = await report(reporter, { scriptId })
    expect((await decide(moderator, body.id, 'dismissed')).status).toBe(200)
    now = after(now, hour)
  }

  expect(await report(reporter, { scriptId: ids[5] })).toMatchObject({
    status: 403,
    body: { error: 'Your last reports were dismissed. You can report again on 22 Jun 2026' },
  })
  now = after(now, 7 * day)
  expect((await report(reporter, { scriptId: ids[5] })).status).toBe(201)
})

test('a new account reports at most as often as the settings allow, in 24 hours', async () => {
  const owner = await app.createOwner()
  const newcomer = await app.createUser()
  await app.db.execute(sql`update users set created_at = ${now.toISOString()} where id = ${newcomer.id}`)
  const settings = { newReportsPerDay: 2 }
  expect((await app.request(owner, 'PUT', '/api/settings', settings)).status).toBe(200)

  expect((await report(newcomer, { scriptId: await script() })).status).toBe(201)
  expect((await report(newcomer, { scriptId: await script() })).status).toBe(201)
  const scriptId = await script()
  expect(await report(newcomer, { scriptId })).toMatchObject({
    status: 403,
    body: { error: 'New accounts can report 2 times a day' },
  })
  now = after(now, day)
  expect((await report(newcomer, { scriptId })).status).toBe(201)
})
