import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = Date.now()
const app = await startTestApp({
  clock: { now: () => new Date(time) },
  limitsNow: () => time,
  config: { rateLimits: true },
})
const manager = await app.createUser('admin.system.access', 'admin.settings')
const day = 86_400_000

const change = (body: Record<string, unknown>) => app.request(manager, 'PUT', '/api/settings', body)
const submit = async (user: TestUser, fields: Record<string, string> = {}) =>
  app.request(user, 'POST', '/api/scripts', await scriptForm(fields))
const links = (count: number) =>
  `A garage for vehicles. ${Array.from({ length: count }, (_, index) => `https://site${index}.example/a`).join(' ')}`
const countScripts = async () => {
  const { rows } = await app.db.execute<{ count: number }>(sql`select count(*)::int as count from scripts`)
  return rows[0]?.count
}

test('a new account submits a few scripts per hour, of which rejected ones do not count', async () => {
  await change({ newSubmissionsPerHour: 2, newAccountDays: 7 })
  const author = await app.createUser('scripts.upload')
  for (let count = 0; count < 3; count++) expect((await submit(author, { name: '' })).status).toBe(400)
  for (let count = 0; count < 2; count++) expect((await submit(author)).status).toBe(201)
  const before = await countScripts()

  expect(await submit(author)).toMatchObject({
    status: 429,
    body: {
      code: 'rate_limited',
      error: 'New accounts can submit 2 scripts per hour. Please try again in 30 minutes.',
    },
  })
  expect(await countScripts()).toBe(before)

  time += 8 * day
  for (let count = 0; count < 5; count++) expect((await submit(author)).status).toBe(201)
  time -= 8 * day
})

test('a limit of 0 keeps new accounts from submitting, but not trusted authors and moderators', async () => {
  await change({ newSubmissionsPerHour: 0 })
  const author = await app.createUser('scripts.upload')
  expect(await submit(author)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: 'New accounts cannot submit scripts yet' },
  })

  expect((await submit(await app.createUser('scripts.upload', 'scripts.trusted'))).status).toBe(201)
  await change({ newAccountDays: 0 })
  expect((await submit(author)).status).toBe(201)
  await change({ newSubmissionsPerHour: 5, newAccountDays: 7 })
})

test('the setting limits the submissions of all accounts', async () => {
  await change({ submissionsPerHour: 3 })
  const author = await app.createUser('scripts.upload', 'scripts.trusted')
  for (let count = 0; count < 3; count++) expect((await submit(author)).status).toBe(201)

  expect((await submit(author)).status).toBe(429)
  await change({ submissionsPerHour: 30 })
})

test.each([
  [0, 'New accounts cannot use links. Yours can from '],
  [1, 'New accounts can use 1 link at most. Yours can use more from '],
  [2, 'New accounts can use 2 links at most. Yours can use more from '],
])(
  'with %i links allowed, descriptions, documentations, changelogs and reasons of a withdrawal with more are rejected',
  async (allowed, message) => {
    await change({ newDescriptionLinks: allowed, newSubmissionsPerHour: 30 })
    const author = await app.createUser('scripts.upload')
    const before = await countScripts()
    const problem = expect.stringMatching(new RegExp(`${message}\\d{1,2} \\w+ 20\\d\\d on`))

    for (const field of ['description', 'documentation', 'changelog'])
      expect(await submit(author, { [field]: links(allowed + 1) })).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { [field]: problem } },
      })
    expect(
      await submit(author, { description: `Also [named](https://a.example) ${links(allowed)}` }),
    ).toMatchObject({
      status: 400,
    })
    expect(await countScripts()).toBe(before)

    const { status, body } = await submit(author, { description: links(allowed) })
    expect(status).toBe(201)
    const edit = new FormData()
    edit.set('description', links(allowed + 1))
    expect(await app.request(author, 'PUT', `/api/scripts/${body.id}`, edit)).toMatchObject({
      status: 400,
      body: { fields: { description: problem } },
    })
    const { body: list } = await app.request(author, 'GET', `/api/scripts/${body.id}/versions`)
    const version = `/api/versions/${list.versions[0].id}`
    expect(await app.request(author, 'PUT', version, { changelog: links(allowed + 1) })).toMatchObject({
      status: 400,
      body: { fields: { changelog: problem } },
    })
    const withdrawal = { kind: 'security', reason: links(allowed + 1) }
    expect(await app.request(author, 'POST', `${version}/withdraw`, withdrawal)).toMatchObject({
      status: 400,
      body: { fields: { reason: problem } },
    })

    time += 8 * day
    expect((await app.request(author, 'PUT', version, { changelog: links(allowed + 1) })).status).toBe(200)
    time -= 8 * day
  },
)

// An email has the text as it is: the formatting of a description hides no URL.
const urls = (count: number) =>
  Array.from({ length: count }, (_, index) => `\`https://s${index}.example\``).join(' ')
const rejected = (field: string) => ({
  status: 400,
  body: { fields: { [field]: expect.stringContaining('New accounts can') } },
})

test.each([0, 1, 2])(
  'with %i links allowed, no report, name or title with more is mailed',
  async (allowed) => {
    await change({ newDescriptionLinks: allowed, newSubmissionsPerHour: 30, newAccountDays: 7 })
    const member = await app.createUser('scripts.upload')
    const { body: script } = await submit(await app.createUser('scripts.upload'))
    const report = (text: string) =>
      app.request(member, 'POST', '/api/cases', { kind: 'report', scriptId: script.id, reason: 'spam', text })
    const collection = (title: string) =>
      app.request(member, 'POST', '/api/collections', { title, visibility: 'private' })

    expect(await report(`Everyone has to look at this: ${urls(allowed + 1)}`)).toMatchObject(rejected('text'))
    expect(await submit(member, { name: `Cars ${urls(allowed + 1)}` })).toMatchObject(rejected('name'))
    expect(await collection(`Cars ${urls(allowed + 1)}`)).toMatchObject(rejected('title'))

    expect((await report(`Everyone has to look at this: ${urls(allowed)}`)).status).toBe(201)
    expect((await submit(member, { name: `Cars ${urls(allowed)}` })).status).toBe(201)
    expect((await collection(`Cars ${urls(allowed)}`)).status).toBe(201)
  },
)
