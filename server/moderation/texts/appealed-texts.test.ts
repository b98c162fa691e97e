import { expect, test } from 'vitest'

import { dispatchAll } from '#test-support/events.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const other = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const act = (user: TestUser, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/moderation/texts/bulk', body)

const decide = (user: TestUser, id: number, body: Record<string, unknown>) =>
  app.request(user, 'POST', `/api/moderation/cases/${id}/decide`, body)

const textOf = async ({ username }: TestUser) =>
  (await app.request(null, 'GET', `/api/users/profile/${username}`)).body.formattedText

async function createText() {
  const writer = await app.createUser()
  await app.request(writer, 'PUT', '/api/account/profile-text', { text: 'Buy at example.com', links: [] })
  const hiddenText = { kind: 'profile', id: writer.id }
  return {
    writer,
    hide: () => act(moderator, { action: 'hide', texts: [hiddenText], reason: 'Spam.' }),
    restore: () => act(other, { action: 'restore', texts: [hiddenText] }),
    appealBy: (user: TestUser, key = hiddenText) =>
      app.request(user, 'POST', '/api/cases', {
        kind: 'appeal',
        hiddenText: key,
        text: 'It was my own shop, for free.',
      }),
  }
}

test('a text that was hidden without a report is appealed once, by its writer, to another moderator', async () => {
  const { writer, hide, appealBy } = await createText()
  expect((await appealBy(writer)).status).toBe(404)
  await hide()
  expect((await appealBy(other)).status).toBe(404)
  expect((await appealBy(writer, { kind: 'collection', id: writer.id })).status).toBe(404)

  const { status, body } = await appealBy(writer)

  expect([status, body.reason, body.messages]).toEqual([201, 'hidden-text', []])
  expect((await appealBy(writer)).status).toBe(409)
  expect((await decide(moderator, body.id, { decision: 'granted' })).status).toBe(403)
  const seen = await app.request(other, 'GET', `/api/cases/${body.id}`)
  expect(seen.body.messages[0].text).toBe('The text was hidden. Reason: Spam.\n\nBuy at example.com')
  expect(await textOf(writer)).toEqual([])
  expect((await decide(other, body.id, { decision: 'granted', response: 'Fine.' })).status).toBe(200)
  expect(await textOf(writer)).not.toEqual([])
  await dispatchAll(app)
  const { notifications } = (await app.request(writer, 'GET', '/api/notifications')).body
  expect(notifications.map(({ text }: { text: string }) => text)).toContain(
    'Your appeal about your hidden text was granted.',
  )
})

test('a text that was hidden again stays hidden after an earlier appeal, and has an appeal of its own', async () => {
  const { writer, hide, restore, appealBy } = await createText()
  await hide()
  const { body } = await appealBy(writer)
  await restore()
  now = new Date(now.getTime() + 1000)
  await hide()

  expect((await decide(other, body.id, { decision: 'granted', response: 'Fine.' })).status).toBe(200)

  expect(await textOf(writer)).toEqual([])
  expect((await appealBy(writer)).status).toBe(201)
})

test('a text that was hidden after a report is appealed with that case', async () => {
  const { writer, appealBy } = await createText()
  const reporter = await app.createUser()
  const url = 'https://hub.example.com/user/writer'
  const { body: report } = await app.request(reporter, 'POST', '/api/cases', {
    kind: 'report',
    userId: writer.id,
    reason: 'spam',
    text: 'This text is advertising for a shop.',
    evidence: [{ url, text: { kind: 'profile', id: writer.id } }],
  })
  await decide(moderator, report.id, { decision: 'text-hidden', response: 'Advertising.' })

  const { status, body } = await appealBy(writer)

  expect([status, body.parent]).toEqual([201, { id: report.id, decision: 'text-hidden' }])
  const again = { kind: 'appeal', parentId: report.id, text: 'It was my own shop, for free.' }
  expect((await app.request(writer, 'POST', '/api/cases', again)).status).toBe(409)
})
