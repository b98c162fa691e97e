import { beforeEach, expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { casesOf } from '#test-support/cases.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

let now = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })
const { report, read, write, claim, release, decide, queue } = casesOf(app)
const author = await app.createUser('scripts.upload')
let reporter = await app.createUser()
const first = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const second = await app.createUser('admin.system.access', 'admin.scripts.moderate')

async function opened(): Promise<number> {
  const scriptId = await insertTestScript(app, { author })
  await insertTestVersion(app, scriptId)
  const { body } = await report(reporter, { scriptId })
  return body.id
}

// A member reports five times an hour.
beforeEach(async () => {
  reporter = await app.createUser()
})

test('a claimed case is for its holder until the claim is released or 15 minutes are over', async () => {
  const id = await opened()

  expect((await claim(first, id)).body).toMatchObject({
    claimedBy: first.username,
    claimedUntil: '2026-06-15T12:15:00.000Z',
    isClaimedByMe: true,
    canDecide: true,
  })
  expect((await read(second, id)).body).toMatchObject({ isClaimedByMe: false, canDecide: false })
  const error = `${first.username} works on this case`
  for (const rejected of [
    await claim(second, id),
    await release(second, id),
    await decide(second, id, 'dismissed'),
  ])
    expect(rejected).toMatchObject({ status: 409, body: { error } })
  expect((await read(author, id)).body).toMatchObject({ claimedBy: null, claimedUntil: null })

  expect((await release(first, id)).body).toMatchObject({ claimedBy: null, isClaimedByMe: false })
  expect((await claim(second, id)).status).toBe(200)
})

test('each action renews a claim, and an expired claim can be taken over', async () => {
  const id = await opened()
  await claim(first, id)
  now = after(now, 14 * minute)
  await write(first, id, 'Which file is it?', 'author')
  now = after(now, 14 * minute)
  expect((await claim(second, id)).status).toBe(409)

  now = after(now, 2 * minute)
  expect((await read(second, id)).body).toMatchObject({ claimedBy: null, canDecide: true })
  expect((await claim(second, id)).status).toBe(200)
  expect((await decide(first, id, 'dismissed')).status).toBe(409)
  expect((await decide(second, id, 'dismissed')).body).toMatchObject({ state: 'closed', claimedBy: null })
  expect(await claim(first, id)).toMatchObject({
    status: 409,
    body: { error: 'This case was already decided' },
  })
})

test('of two decisions at once one is rejected', async () => {
  const id = await opened()

  const decisions = await Promise.all([decide(first, id, 'dismissed'), decide(second, id, 'warned')])

  expect(new Set(decisions.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('the queue lists the oldest case first and filters by claim', async () => {
  const ids = [await opened(), await opened()]
  now = after(now, minute)
  ids.push(await opened())
  await claim(first, ids[0] ?? 0)

  const all = await queue(first, '?kind=report')
  const idsOf = (list: typeof all) => list.cases.map(({ id }: { id: number }) => id)
  expect(idsOf(all).slice(-3)).toEqual(ids)
  expect(all.counts.report).toBe(all.pagination.total)
  expect(all.oldestAt).toBe(all.cases[0].createdAt)
  expect(await queue(first, '?claimed=me')).toMatchObject({
    cases: [{ id: ids[0] }],
    pagination: { total: 1 },
  })
  expect((await queue(second, '?claimed=me')).cases).toEqual([])
  const free = await queue(second, '?claimed=none')
  expect(idsOf(free)).not.toContain(ids[0])
  expect(free.pagination.total).toBe(all.pagination.total - 1)
  expect((await queue(first, '?kind=appeal')).cases).toEqual([])

  await decide(first, ids[0] ?? 0, 'dismissed')
  const closed = await queue(first, '?state=closed')
  expect(closed.cases[0]).toMatchObject({ id: ids[0], decision: 'dismissed', claimedBy: null })
  expect((await queue(first)).counts.report).toBe(all.counts.report - 1)
})
