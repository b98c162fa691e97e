import { expect, test } from 'vitest'

import { after, day, hour, minute } from '#platform/clock.ts'
import { casesOf } from '#test-support/cases.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

let now = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })
const { report, decide } = casesOf(app)
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const second = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const createReporters = (count: number) => Promise.all(Array.from({ length: count }, () => app.createUser()))
const script = async () => ({ id: await insertTestScript(app, { author }) })

test('a dismissed case counts for each of its reporters', async () => {
  const [first, other] = await createReporters(2)
  for (let index = 0; index < 5; index++) {
    const { id: scriptId } = await script()
    const { body } = await report(first ?? null, { scriptId })
    expect((await report(other ?? null, { scriptId })).body.id).toBe(body.id)
    await decide(moderator, body.id, 'dismissed')
    now = after(now, hour)
  }
  const { id: scriptId } = await script()
  for (const user of [first, other])
    expect(await report(user ?? null, { scriptId })).toMatchObject({
      status: 403,
      body: { error: 'Your last reports were dismissed. You can report again on 22 Jun 2026' },
    })
})

test('a member reports five times an hour, also at the same time; a moderator more often', async () => {
  now = after(now, day)
  const [member] = await createReporters(1)
  const scripts = await Promise.all(Array.from({ length: 7 }, () => script()))

  const results = await Promise.all(scripts.map(({ id }) => report(member ?? null, { scriptId: id })))

  expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 201, 201, 201, 201, 429, 429,
  ])
  const rejected = results.find(({ status }) => status === 429)
  expect(rejected?.body).toMatchObject({
    code: 'rate_limited',
    error: 'You can report 5 times an hour. Please try again in 60 minutes.',
  })
  now = after(now, hour - minute)
  const { id: scriptId } = await script()
  expect(await report(member ?? null, { scriptId })).toMatchObject({
    body: { error: 'You can report 5 times an hour. Please try again in 1 minute.' },
  })
  now = after(now, minute)
  expect((await report(member ?? null, { scriptId })).status).toBe(201)
  for (const { id } of scripts) expect((await report(second, { scriptId: id })).status).toBe(201)
})
