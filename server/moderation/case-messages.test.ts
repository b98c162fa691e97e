import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { report, read, write } = casesOf(app)
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const second = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const createReporters = (count: number) => Promise.all(Array.from({ length: count }, () => app.createUser()))
const script = async () => ({ id: await insertTestScript(app, { author }) })

async function notificationsOf(user: TestUser): Promise<string[]> {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

test('a reporter reads messages to all reporters and to that reporter, and none of the others', async () => {
  const [first, other] = await createReporters(2)
  const { id: scriptId } = await script()
  const { body } = await report(first ?? null, { scriptId })
  await report(other ?? null, { scriptId })
  const writeTo = (reporterId: number | undefined, audience = 'opener') =>
    app.request(moderator, 'POST', `/api/cases/${body.id}/messages`, {
      text: `To ${reporterId === undefined ? 'all' : reporterId === first?.id ? 'the first' : 'the other'}.`,
      audience,
      reporterId,
    })

  for (const rejected of [await writeTo(second.id), await writeTo(first?.id, 'author')])
    expect(rejected).toMatchObject({ status: 400, body: { fields: { reporterId: expect.any(String) } } })
  for (const recipient of [undefined, first?.id, other?.id])
    expect((await writeTo(recipient)).status).toBe(201)
  await write(first ?? null, body.id, 'From the first.')
  await write(other ?? null, body.id, 'From the other.')
  await write(author, body.id, 'From the author.')

  const textsOf = async (user: TestUser | undefined) =>
    (await read(user ?? null, body.id)).body.messages.map(({ text }: { text: string }) => text)
  expect(await textsOf(first)).toEqual(['To all.', 'To the first.', 'From the first.'])
  expect(await textsOf(other)).toEqual(['To all.', 'To the other.', 'From the other.'])
  expect(await textsOf(author)).toEqual(['From the author.'])
  const { messages } = (await read(moderator, body.id)).body
  expect(messages).toMatchObject([
    { recipient: null },
    { recipient: first?.username },
    { recipient: other?.username },
    { name: first?.username },
    { name: other?.username },
    { name: author.username },
  ])
  expect(await notificationsOf(first ?? author)).toHaveLength(2)
})

test('no party and no reporter uses up the messages of another, and each limit has its message', async () => {
  const [first, other] = await createReporters(2)
  const { id: scriptId } = await script()
  const { id } = (await report(first ?? null, { scriptId })).body
  await report(other ?? null, { scriptId })
  const fill = (user: TestUser | undefined, from: string, count: number) =>
    app.db.execute(sql`
      insert into case_messages (case_id, author_id, "from", audience, text, created_at)
      select ${id}, ${user?.id}, ${from}, 'staff', 'Message ' || n, now() from generate_series(1, ${count}::int) n`)
  await fill(first, 'opener', 99)

  const results = await Promise.all([1, 2, 3].map((n) => write(first ?? null, id, `At once ${n}.`)))

  expect(results.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409, 409])
  expect(results.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'conflict',
    error: 'You can write at most 100 messages in a case',
  })
  for (const user of [other, author, moderator])
    expect((await write(user ?? null, id, 'There is room for this.')).status).toBe(201)
  await fill(author, 'author', 99)
  expect((await write(author, id, 'One too many.')).status).toBe(409)
  expect((await write(moderator, id, 'The author wrote a lot.')).status).toBe(201)
  await fill(moderator, 'staff', 498)
  expect((await write(second, id, 'One too many.')).body).toMatchObject({
    error: 'Staff can write at most 500 messages in a case',
  })
  expect((await write(other ?? null, id, 'There is still room.')).status).toBe(201)
  expect((await read(other ?? null, id)).body.messages).toHaveLength(2)

  const { body } = await read(first ?? null, id)
  expect([body.messages.length, body.hasEarlierMessages]).toEqual([20, true])
  const texts: string[] = body.messages.map(({ text }: { text: string }) => text)
  for (let before = body.messages[0].id; before !== undefined;) {
    const page = await app.request(first ?? null, 'GET', `/api/cases/${id}/messages?before=${before}`)
    texts.unshift(...page.body.messages.map(({ text }: { text: string }) => text))
    before = page.body.hasEarlierMessages ? page.body.messages[0].id : undefined
  }
  const filled = Array.from({ length: 99 }, (_, index) => `Message ${index + 1}`)
  expect(texts).toEqual([...filled, expect.stringContaining('At once')])
  const path = `/api/cases/${id}/messages`
  expect((await app.request(await app.createUser(), 'GET', `${path}?before=1000`)).status).toBe(404)
  expect((await app.request(moderator, 'GET', path)).status).toBe(400)
})

test('the reply of a case with 500 long messages is small', async () => {
  const [reporter] = await createReporters(1)
  const { id } = (await report(reporter ?? null, { scriptId: (await script()).id })).body
  await app.db.execute(sql`
    insert into case_messages (case_id, author_id, "from", audience, text, created_at)
    select ${id}, ${moderator.id}, 'staff', 'staff', repeat('x', 5000), now() from generate_series(1, 500)`)

  expect(JSON.stringify((await read(moderator, id)).body).length).toBeLessThan(120_000)
})
