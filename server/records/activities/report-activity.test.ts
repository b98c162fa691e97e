import { sql } from 'drizzle-orm'
import {
  array,
  asyncProperty,
  assert,
  constantFrom,
  dictionary,
  integer,
  oneof,
  record,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'

import {
  activityStatuses,
  activityTargets,
  activityTypes,
  reportedActions,
} from '#contract/records/activities.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

type Row = { action: string; source: string; user_id: number | null }

const report = (user: Pick<TestUser, 'token'> | null, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/activities', body)
const error = { type: 'system', action: 'System Error', status: 'error', description: 'HTTP 500' }
const viewed = {
  type: 'script',
  action: 'Script Viewed',
  status: 'info',
  target_id: 7,
  target_type: 'script',
}

// Any 16-bit code units. A prepared alphabet would take seconds on a busy machine.
const anyUnits = array(integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) =>
  String.fromCharCode(...units),
)
/** Most texts are valid: otherwise nearly every report is rejected for one of them. */
const anyText = oneof({ weight: 9, arbitrary: string({ maxLength: 8 }) }, { weight: 1, arbitrary: anyUnits })
const anyJson = oneof(
  constantFrom<unknown>(null, true, 1e308, -1, {}, [], { userId: 1 }, { a: { b: { c: { d: { e: 1 } } } } }),
  anyText,
  array(anyText, { maxLength: 3 }),
)

async function rowsOf(source?: 'server' | 'client'): Promise<Row[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select action, source, user_id from activities where ${source ?? null}::text is null or source = ${source ?? null}
    order by id`)
  return rows
}

test('a visitor may report a system error only', async () => {
  const before = (await rowsOf()).length

  const rejected = [
    await report(null, viewed),
    await report(null, { ...error, status: 'info' }),
    await report(null, { ...error, type: 'warning' }),
    await report({ token: 'made.up.token' }, { ...error, action: 'User Login' }),
  ]
  expect(rejected.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await rowsOf()).toHaveLength(before)

  const { status, body } = await report(null, error)
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...error, users: null, source: 'client', metadata: {}, target_id: null })
})

test('invalid fields are named', async () => {
  const member = await app.createUser()
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

test('the server sets user and time', async () => {
  const member = await app.createUser()
  const other = await app.createUser()
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
  const { rows } = await app.db.execute(
    sql`select user_id, metadata::text as stored from activities where id = ${body.id}`,
  )
  expect(rows).toEqual([{ user_id: member.id, stored: '{"context": "detail page"}' }])
})

test('text that PostgreSQL cannot store is rejected', async () => {
  const member = await app.createUser()

  const rejected = await report(member, { ...viewed, metadata: { half: '\udc00' } })
  const stored = await report(member, { ...viewed, metadata: { big: 1e308 } })

  expect(rejected).toMatchObject({
    status: 400,
    body: { fields: { metadata: 'Text must be valid Unicode' } },
  })
  expect(stored).toMatchObject({ status: 201, body: { metadata: { big: 1e308 } } })
})

test('dashboard reports need admin.dashboard.view', async () => {
  const refresh = { type: 'system', action: 'Dashboard Refreshed', status: 'info' }

  expect((await report(await app.createUser(), refresh)).status).toBe(403)
  const viewer = await app.createUser('admin.system.access', 'admin.dashboard.view')
  expect((await report(viewer, refresh)).status).toBe(201)
})

test('a report of an activity that the server recorded within a minute is not recorded again', async () => {
  const member = await app.registerUser('merging')
  await app.request(member, 'PUT', '/api/auth/profile', { email: 'merged@example.com' })
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

test('a report of another target, user or time is recorded', async () => {
  const member = await app.registerUser('apart')
  await app.request(member, 'PUT', '/api/auth/profile', { email: 'apart2@example.com' })
  const updated = { type: 'user', action: 'Profile Updated', status: 'success' }

  const ofOtherTarget = await report(member, { ...updated, target_id: member.id + 1 })
  const byOther = await report(await app.createUser(), updated)
  await app.db.execute(sql`
    update activities set created_at = created_at - interval '61 seconds' where user_id = ${member.id}`)
  const later = await report(member, updated)

  for (const { status, body } of [ofOtherTarget, byOther, later])
    expect({ status, source: body.source }).toEqual({ status: 201, source: 'client' })
})

test('a banned user may report like a visitor', async () => {
  const member = await app.createUser()
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${member.id}, 'spam', true, 'boss', -2)`)

  expect((await report(member, viewed)).status).toBe(403)
  expect((await report(member, error)).body.users).toBeNull()
})

test('reports of clients never change activities of the server', async () => {
  const member = await app.createUser()
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
    asyncProperty(constantFrom(null, member), anything, async (user, body) => {
      statuses.add((await report(user, body)).status)
    }),
    // With another seed a kind of response may be missing.
    { numRuns: 150, seed: 20_261_126 },
  )

  expect(statuses).toEqual(new Set([201, 400, 403]))
  expect(await rowsOf('server')).toEqual(before)
})

test('an IP may report thirty times a minute with any user', async () => {
  const strict = await startTestApp({ config: { rateLimits: true } })
  const callers = [await strict.createUser(), await strict.createUser(), null]
  const statuses: number[] = []
  for (let call = 0; call < 33; call++)
    statuses.push((await strict.request(callers[call % 3] ?? null, 'POST', '/api/activities', error)).status)

  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 201))
  expect(statuses.slice(30)).toEqual([429, 429, 429])
})
