import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { archiveRules } from '#contract/scripts/script-fields.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = 0
const app = await startTestApp({ config: { rateLimits: true }, limitsNow: () => time })

const submit = async (user: TestUser, fields: Record<string, string> = {}) =>
  app.request(user, 'POST', '/api/scripts', await scriptForm(fields))

test('a rejected submission counts a quarter, and the message of a 429 states the time', async () => {
  const author = await app.createUser('scripts.upload', 'scripts.trusted')

  for (let count = 0; count < 100; count++) expect((await submit(author, { name: '' })).status).toBe(400)
  for (let count = 0; count < 5; count++) expect((await submit(author)).status).toBe(201)
  const limited = await submit(author)

  expect(limited).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', error: 'Too many requests. Please try again in 2 minutes.' },
  })
  expect(limited.headers.get('retry-after')).toBe('120')
  time += 120_000
  expect((await submit(author)).status).toBe(201)
})

test('an author can publish 30 scripts in an hour, and the 31st is rejected', async () => {
  const author = await app.createUser('scripts.upload', 'scripts.trusted')

  for (let count = 0; count < 30; count++) expect((await submit(author)).status).toBe(201)

  expect((await submit(author)).status).toBe(429)
})

test('the API guide states each rule of an archive', async () => {
  const guide = await readFile('docs/api.md', 'utf8')

  for (const rule of archiveRules) expect(guide).toContain(`- ${rule}`)
})
