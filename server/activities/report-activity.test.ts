import { sql } from 'drizzle-orm'
import { array, asyncProperty, assert, constantFrom, dictionary, integer, oneof, record } from 'fast-check'
import { expect, test } from 'vitest'

import { activityStatuses, activityTargets, activityTypes, reportedActions } from '#contract/activities.ts'
import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()

type Row = { action: string; source: string; user_id: number | null }

const report = (someone: Pick<Person, 'token'> | null, body: Record<string, unknown>) =>
  hub.as(someone, 'POST', '/api/activities', body)
const error = { type: 'system', action: 'System Error', status: 'error', description: 'HTTP 500' }
const viewed = {
  type: 'script',
  action: 'Script Viewed',
  status: 'info',
  target_id: 7,
  target_type: 'script',
}

// Any sixteen bits at each place: no alphabet has to be prepared for it, which takes seconds on a busy machine.
const anyText = array(integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) =>
  String.fromCharCode(...units),
)
const anyJson = oneof(
  constantFrom<unknown>(null, true, 1e308, -1, {}, [], { userId: 1 }, { a: { b: { c: { d: { e: 1 } } } } }),
  anyText,
  array(anyText, { maxLength: 3 }),
)

async function rowsOf(source?: 'server' | 'client'): Promise<Row[]> {
  const { rows } = await hub.db.execute<Row>(sql`
    select action, source, user_id from activities where ${source ?? null}::text is null or source = ${source ?? null}
    order by id`)
  return rows
}

test('a visitor reports a system error and nothing else', async () => {
  const before = (await rowsOf()).length

  const refused = [
    await report(null, viewed),
    await report(null, { ...error, status: 'info' }),
    await report(null, { ...error, type: 'warning' }),
    await report({ token: 'made.up.token' }, { ...error, action: 'User Login' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await rowsOf()).toHaveLength(before)

  const { status, body } = await report(null, error)
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...error, users: null, source: 'client', metadata: {}, target_id: null })
})

test('what is sent wrong is refused by name', async () => {
  const member = await hub.person()
  const before = (await rowsOf()).length
  const fieldsOf = async (change: Record<string, unknown>) =>
    (await report(member, { ...viewed, ...change })).body.fields

  expect(await fieldsOf({ type: 'god' })).toEqual({
    type: 'Type must be script, user, system, partner or warning',
  })
  expect(await fieldsOf({ action: 'User Banned' })).toEqual({
    action: 'This action is not one that clients report',
  })
  expect(await fieldsOf({ status: 'fine' })).toHaveProperty('status')
  expect(await fieldsOf({ description: 'x'.repeat(501) })).toHaveProperty('description')
  expect(await fieldsOf({ metadata: ['a list'] })).toEqual({ metadata: 'Metadata must be an object' })
  expect(await fieldsOf({ metadata: { a: { b: { c: { d: { e: {} } } } } } })).toEqual({
    metadata: 'Metadata must be at most 5 levels deep',
  })
  expect(await fieldsOf({ metadata: { text: 'x'.repeat(4096) } })).toEqual({
    metadata: 'Metadata must be at most 4 KB',
  })
  expect(await fieldsOf({ target_id: 2 ** 31 })).toHaveProperty('target_id')
  expect(await fieldsOf({ target_type: 'table' })).toHaveProperty('target_type')
  expect((await report(member, {})).status).toBe(400)
  expect(await rowsOf()).toHaveLength(before)
})

test('who and when are the server’s to say', async () => {
  const member = await hub.person()
  const other = await hub.person()
  const startedAt = Date.now()

  const { body } = await report(member, {
    ...viewed,
    id: 1,
    user_id: other.id,
    users: { username: other.username },
    source: 'server',
    created_at: '2001-01-01T00:00:00Z',
    metadata: { userId: other.id, username: other.username, email: other.email, context: 'detail page' },
  })

  expect(body).toMatchObject({
    ...viewed,
    users: { username: member.username },
    source: 'client',
    metadata: { context: 'detail page' },
  })
  expect(new Date(body.created_at).getTime()).toBeGreaterThan(startedAt - 5_000)
  const { rows } = await hub.db.execute(
    sql`select user_id, metadata::text as kept from activities where id = ${body.id}`,
  )
  expect(rows).toEqual([{ user_id: member.id, kept: '{"context": "detail page"}' }])
})

test('what a database cannot store as text is stored as what it stands for', async () => {
  const member = await hub.person()

  const answer = await report(member, {
    ...viewed,
    description: 'half \ud800',
    metadata: { half: '\udc00', big: 1e308 },
  })

  expect(answer).toMatchObject({
    status: 201,
    body: { description: 'half \ufffd', metadata: { half: '\ufffd' } },
  })
})

test('a member cannot speak of the dashboard, who sees it can', async () => {
  const refresh = { type: 'system', action: 'Dashboard Refreshed', status: 'info' }

  expect((await report(await hub.person(), refresh)).status).toBe(403)
  const viewer = await hub.person('admin.system.access', 'admin.dashboard.view')
  expect((await report(viewer, refresh)).status).toBe(201)
})

test('what the server noted itself within a minute is not noted twice', async () => {
  const member = await hub.registered('merging')
  await hub.as(member, 'PUT', '/api/auth/profile', { email: 'merged@example.com' })
  const before = (await rowsOf()).length
  const updated = { type: 'user', action: 'Profile Updated', status: 'success', description: 'by the client' }

  const merged = [
    await report(member, updated),
    await report(member, { ...updated, target_id: member.id, target_type: 'user' }),
    await report(member, { type: 'user', action: 'User Registered', status: 'success' }),
  ]
  expect(merged.map(({ status, body }) => [status, body.source])).toEqual(merged.map(() => [201, 'server']))
  expect(merged[0]?.body).toMatchObject({
    description: 'merging changed their profile',
    metadata: { changed: ['email'] },
    users: { username: 'merging' },
  })
  expect(await rowsOf()).toHaveLength(before)
})

test('news of another target, another person or another time is noted', async () => {
  const member = await hub.registered('apart')
  await hub.as(member, 'PUT', '/api/auth/profile', { email: 'apart2@example.com' })
  const updated = { type: 'user', action: 'Profile Updated', status: 'success' }

  const ofOtherTarget = await report(member, { ...updated, target_id: member.id + 1 })
  const byOther = await report(await hub.person(), updated)
  await hub.db.execute(sql`
    update activities set created_at = created_at - interval '61 seconds' where user_id = ${member.id}`)
  const later = await report(member, updated)

  for (const { status, body } of [ofOtherTarget, byOther, later])
    expect({ status, source: body.source }).toEqual({ status: 201, source: 'client' })
})

test('a banned person is heard like a visitor', async () => {
  const member = await hub.person()
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${member.id}, 'spam', true, 'boss', -2)`)

  expect((await report(member, viewed)).status).toBe(403)
  expect((await report(member, error)).body.users).toBeNull()
})

test('whatever clients send, the server’s own records stay as they are', async () => {
  const member = await hub.person()
  const before = await rowsOf('server')
  const statuses = new Set<number>()
  const anything = record({
    type: constantFrom(...activityTypes, 'god', 7),
    action: constantFrom(...reportedActions, ...reportedActions, 'User Banned', ''),
    status: constantFrom(...activityStatuses, undefined, null),
    description: anyText,
    metadata: oneof(dictionary(anyText, anyJson), anyJson),
    target_id: oneof(constantFrom(undefined, null, 7), anyJson),
    target_type: constantFrom(...activityTargets, undefined, 'table'),
    source: constantFrom('server'),
    user_id: anyJson,
    created_at: anyText,
  })

  await assert(
    asyncProperty(constantFrom(null, member), anything, async (someone, body) => {
      statuses.add((await report(someone, body)).status)
    }),
    { numRuns: 150 },
  )

  expect(statuses).toEqual(new Set([201, 400, 403]))
  expect(await rowsOf('server')).toEqual(before)
})

test('an address reports thirty times a minute, whoever signs in there', async () => {
  const strict = await startTestHub({ config: { rateLimits: true } })
  const people = [await strict.person(), await strict.person(), null]
  const statuses: number[] = []
  for (let call = 0; call < 33; call++)
    statuses.push((await strict.as(people[call % 3] ?? null, 'POST', '/api/activities', error)).status)

  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 201))
  expect(statuses.slice(30)).toEqual([429, 429, 429])
})
