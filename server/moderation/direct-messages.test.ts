import { expect, test } from 'vitest'

import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { report, appeal, read, write, decide } = casesOf(app)
const staff = ['admin.system.access', 'admin.scripts.moderate', 'admin.users.ban'] as const
const moderator = await app.createUser(...staff)
const author = await app.createUser()
const [first, other] = [await app.createUser(), await app.createUser()]

const allow = (user: TestUser | null, id: number, isAllowed = true) =>
  app.request(user, 'POST', `/api/moderation/cases/${id}/direct-messages`, { isAllowed })

async function textsOf(user: TestUser, id: number): Promise<string[]> {
  const { messages } = (await read(user, id)).body
  return messages.flatMap(({ from, text }: { from: string; text: string }) => (from === 'system' ? [] : text))
}

async function createCase(): Promise<number> {
  const scriptId = await insertTestScript(app, { author, name: 'Garage' })
  const { body } = await report(first, { scriptId })
  await report(other, { scriptId })
  return body.id
}

test('author and reporters write to each other only while staff allow it', async () => {
  const id = await createCase()
  const error = 'Our team has to allow this first'
  for (const [user, audience] of [
    [author, 'opener'],
    [first, 'author'],
  ] as const)
    expect(await write(user, id, 'Hello.', audience)).toMatchObject({ status: 403, body: { error } })
  for (const user of [author, first, await app.createUser(), null])
    expect([401, 403]).toContain((await allow(user, id)).status)
  expect((await read(author, id)).body).toMatchObject({ hasDirectMessages: false, messages: [] })

  expect(await allow(moderator, id)).toMatchObject({ status: 200, body: { hasDirectMessages: true } })

  for (const user of [author, first])
    expect((await read(user, id)).body).toMatchObject({
      hasDirectMessages: true,
      messages: [{ from: 'system' }],
    })
  for (const [user, audience] of [
    [author, 'author'],
    [first, 'opener'],
  ] as const)
    expect(await write(user, id, 'To myself.', audience)).toMatchObject({
      status: 400,
      body: { fields: { audience: expect.any(String) } },
    })
  expect((await write(author, id, 'It is my own work.', 'opener')).status).toBe(201)
  expect((await write(first, id, 'Where is the original?', 'author')).status).toBe(201)
  expect((await write(author, id, 'Only for staff.')).status).toBe(201)

  expect(await textsOf(author, id)).toEqual([
    'It is my own work.',
    'Where is the original?',
    'Only for staff.',
  ])
  expect(await textsOf(first, id)).toEqual(['It is my own work.', 'Where is the original?'])
  expect(await textsOf(other, id)).toEqual(['It is my own work.'])

  expect(await allow(moderator, id, false)).toMatchObject({ status: 200, body: { hasDirectMessages: false } })
  expect((await write(author, id, 'One more thing.', 'opener')).status).toBe(403)
  expect(await textsOf(first, id)).toHaveLength(2)
})

test('the author never learns who reported', async () => {
  const id = await createCase()
  await allow(moderator, id)
  await write(author, id, 'It is my own work.', 'opener')
  await write(first, id, 'Where is the original?', 'author')
  await write(other, id, 'I have seen it before.', 'author')
  await dispatchAll(app)

  const { body: ofAuthor } = await read(author, id)
  const { body: notifications } = await app.request(author, 'GET', '/api/notifications')
  const { body: page } = await app.request(author, 'GET', `/api/cases/${id}/messages?before=1000000`)

  expect(ofAuthor.messages.filter(({ from }: { from: string }) => from === 'opener')).toHaveLength(2)
  for (const { username, id: userId } of [first, other])
    for (const reply of [ofAuthor, notifications, page]) {
      expect(JSON.stringify(reply)).not.toContain(username)
      expect(JSON.stringify(reply)).not.toMatch(new RegExp(`"(userId|authorId|recipientId)":${userId}\\b`))
    }
  const countOf = async (user: TestUser) => {
    const { body } = await app.request(user, 'GET', '/api/notifications')
    const ofCase = new RegExp(`case #${id}( about \\w+)?\\.$`)
    return body.notifications.filter(({ text }: { text: string }) => ofCase.test(text)).length
  }
  // Each about the permission, and about each message of the other side.
  expect([await countOf(author), await countOf(first), await countOf(other)]).toEqual([3, 2, 2])
})

test('only an open report between two members can have direct messages', async () => {
  const id = await createCase()
  await decide(moderator, id, 'removed', { removalReason: 'stolen' })
  expect((await allow(moderator, id)).status).toBe(409)

  const user = await app.createUser()
  const path = `/api/users/admin/users/${user.id}/ban`
  const { body: ban } = await app.request(moderator, 'POST', path, { reason: 'Spam', is_permanent: true })
  const { body } = await appeal(user, { banId: ban.history[0].id })
  expect((await allow(await app.createOwner(), body.id)).status).toBe(409)
})
