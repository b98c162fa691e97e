import { describe, expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const other = await app.createUser('admin.system.access', 'admin.scripts.moderate')

async function createText() {
  const author = await app.createUser()
  const script = await insertTestScript(app, { author, name: 'Garage' })
  const version = await insertTestVersion(app, script)
  const writer = await app.createUser('scripts.download')
  await app.request(writer, 'GET', `/api/versions/${version}/download`)
  now = new Date(now.getTime() + 1.1 * day)
  const draft = { outcome: 'fails', text: 'Buy at example.com' }
  const { body } = await app.request(writer, 'PUT', `/api/versions/${version}/works-report`, draft)
  return { author, script, version, writer, id: Number(body.id) }
}

const report = (user: TestUser, { id: userId }: TestUser, text?: { kind: string; id: number }) =>
  app.request(user, 'POST', '/api/cases', {
    kind: 'report',
    userId,
    reason: 'spam',
    text: 'This text is advertising for a shop.',
    evidence: [{ url: 'https://hub.example.com/scripts/1/works', text }],
  })

const decide = (user: TestUser, id: number, body: Record<string, unknown>) =>
  app.request(user, 'POST', `/api/moderation/cases/${id}/decide`, body)

async function openCase() {
  const text = await createText()
  const reporter = await app.createUser()
  const opened = await report(reporter, text.writer, { kind: 'works-report', id: text.id })
  expect(opened.status).toBe(201)
  return { ...text, reporter, caseId: Number(opened.body.id) }
}

const textsOn = async (script: number) =>
  (await app.request(null, 'GET', `/api/scripts/${script}/works-reports`)).body.reports.map(
    ({ text }: { text: string }) => text,
  )

async function notificationsOf(user: TestUser) {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

const hiding = { decision: 'text-hidden', response: 'Advertising is not allowed.' }

describe('a report that names a text is rejected', () => {
  test('when the text is of another user or does not exist', async () => {
    const { author, writer, id } = await createText()
    const reporter = await app.createUser()

    for (const [user, key] of [
      [author, { kind: 'works-report', id }],
      [writer, { kind: 'works-report', id: 999_999 }],
      [writer, { kind: 'collection', id }],
    ] as const)
      expect(await report(reporter, user, key)).toMatchObject({
        status: 400,
        body: { fields: { evidence: 'The reported user has no such text' } },
      })
    expect((await report(reporter, writer, { kind: 'comment', id })).status).toBe(400)
    expect((await app.request(reporter, 'GET', '/api/cases/mine')).body.cases).toEqual([])
  })
})

describe('a decision to hide the text is rejected', () => {
  test('without a reason, by another user, and for a report that names no text', async () => {
    const { script, caseId, reporter, author } = await openCase()
    expect((await decide(reporter, caseId, hiding)).status).toBe(403)
    expect(await decide(moderator, caseId, { decision: 'text-hidden' })).toMatchObject({
      status: 400,
      body: { fields: { response: 'Please explain the decision' } },
    })
    expect((await decide(moderator, caseId, { ...hiding, response: 'x'.repeat(301) })).status).toBe(400)
    const { body } = await report(reporter, author)
    expect(await decide(moderator, body.id, hiding)).toMatchObject({ status: 409 })
    expect(await textsOn(script)).toEqual(['Buy at example.com'])
  })
})

test('a decision hides the text, tells its writer why, and stands in the public log', async () => {
  const { script, writer, reporter, caseId, id } = await openCase()
  await notificationsOf(writer)

  const { status, body } = await decide(moderator, caseId, { ...hiding, logNote: 'Advertising.' })

  expect([status, body.state, body.decision]).toEqual([200, 'closed', 'text-hidden'])
  expect(await textsOn(script)).toEqual([])
  expect(await notificationsOf(writer)).toContain(
    'A moderator hid your report on Garage. Reason: Advertising is not allowed.',
  )
  expect((await app.request(reporter, 'GET', `/api/cases/${caseId}`)).body.response).toBe(hiding.response)
  const { body: log } = await app.request(null, 'GET', '/api/moderation/log')
  expect(log.entries[0]).toMatchObject({ decision: 'text-hidden', note: 'Advertising.', script: null })
  const texts = [{ kind: 'works-report', id }]
  await app.request(other, 'POST', '/api/moderation/texts/bulk', { action: 'restore', texts })
  expect(await textsOn(script)).toEqual(['Buy at example.com'])
})

test('a text that is hidden already or deleted changes nothing else', async () => {
  const { writer, caseId, id, version } = await openCase()
  const texts = [{ kind: 'works-report', id }]
  const hide = { action: 'hide', texts, reason: 'Spam.' }
  expect((await app.request(other, 'POST', '/api/moderation/texts/bulk', hide)).status).toBe(200)
  expect((await decide(moderator, caseId, hiding)).status).toBe(200)
  const own = await app.request(writer, 'GET', `/api/versions/${version}/works-report`)
  expect(own.body.removal).toBe('Spam.')

  const deleted = await openCase()
  const reportedTexts = async () =>
    (await app.request(moderator, 'GET', `/api/cases/${deleted.caseId}`)).body.reportedTexts
  expect(await reportedTexts()).toBe(1)
  await app.request(deleted.writer, 'DELETE', `/api/versions/${deleted.version}/works-report`)
  expect(await reportedTexts()).toBe(0)
  expect(await decide(moderator, deleted.caseId, hiding)).toMatchObject({
    status: 409,
    body: { error: 'No report of this case names a text that still exists' },
  })
})

test('the writer appeals once, to another moderator, who restores the text', async () => {
  const { script, writer, reporter, caseId } = await openCase()
  const appealBy = (user: TestUser) =>
    app.request(user, 'POST', '/api/cases', {
      kind: 'appeal',
      parentId: caseId,
      text: 'It was my own shop, for free.',
    })
  expect((await appealBy(writer)).status).toBe(409)
  await decide(moderator, caseId, hiding)

  expect((await appealBy(reporter)).status).toBe(404)
  const appeal = await appealBy(writer)
  expect([appeal.status, appeal.body.reason]).toEqual([201, 'hidden-text'])
  expect((await appealBy(writer)).status).toBe(409)
  expect((await decide(moderator, appeal.body.id, { decision: 'granted' })).status).toBe(403)
  expect(await textsOn(script)).toEqual([])

  expect((await decide(other, appeal.body.id, { decision: 'granted', response: 'Fine.' })).status).toBe(200)
  expect(await textsOn(script)).toEqual(['Buy at example.com'])
})
