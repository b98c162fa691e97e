import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

import { ensurePartitions, maintainPartitions } from './maintain-partitions.ts'

let now = new Date('2026-11-20T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })

beforeEach(async () => {
  await app.db.execute(sql`delete from activities`)
})

async function insert(at: string, action = 'Script Created') {
  await app.db.execute(sql`
    insert into activities (type, action, created_at) values ('script', ${action}, ${at}::timestamptz)`)
}

async function stored() {
  const { rows } = await app.db.execute<{ place: string; action: string }>(sql`
    select tableoid::regclass::text as place, action from activities order by created_at`)
  return rows.map(({ place, action }) => `${place} ${action}`)
}

async function months(): Promise<string[]> {
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'activities'::regclass order by 1`)
  return rows.map(({ name }) => name)
}

test('a start creates partitions for this month and the next three, across a year', async () => {
  expect(await months()).toEqual([
    'activities_2026_11',
    'activities_2026_12',
    'activities_2027_01',
    'activities_2027_02',
    'activities_other',
  ])

  await insert('2026-11-30T23:59:59.999Z', 'last')
  await insert('2026-12-01T00:00:00Z', 'first')
  await insert('2020-01-01T00:00:00Z', 'too old')

  expect(await stored()).toEqual([
    'activities_other too old',
    'activities_2026_11 last',
    'activities_2026_12 first',
  ])
})

test('a late partition takes rows from the default partition, also when two nodes create it concurrently', async () => {
  await insert('2027-05-10T00:00:00Z', 'early')
  await insert('2027-06-10T00:00:00Z', 'not yet')

  await Promise.all([1, 2, 3].map(() => ensurePartitions(app.db, new Date('2027-02-28T00:00:00Z'))))

  expect(await stored()).toEqual(['activities_2027_05 early', 'activities_other not yet'])
  expect(await months()).toContain('activities_2027_03')
})

test('views and downloads are removed after two years, others after three, whole months by dropping the partition', async () => {
  now = new Date('2027-03-15T00:00:00Z')
  await ensurePartitions(app.db, now)
  for (const [at, action] of [
    ['2027-03-16T00:00:01Z', 'Script Viewed'],
    ['2027-03-16T00:00:01Z', 'Script Downloaded'],
    ['2027-03-14T23:59:59Z', 'Script Viewed'],
    ['2027-03-14T23:59:59Z', 'Script Liked'],
    ['2026-11-30T00:00:00Z', 'Script Liked'],
    ['2026-11-30T00:00:00Z', 'Script Downloaded'],
  ] as const)
    await insert(at, action)

  now = new Date('2029-03-15T00:00:00Z')
  await maintainPartitions(app.app)
  expect(await stored()).toEqual([
    'activities_2026_11 Script Liked',
    'activities_2027_03 Script Liked',
    'activities_2027_03 Script Viewed',
    'activities_2027_03 Script Downloaded',
  ])

  now = new Date('2030-03-15T00:00:00Z')
  await maintainPartitions(app.app)
  expect(await stored()).toEqual([])
  expect(await months()).not.toContain('activities_2026_11')
  expect(await months()).toContain('activities_2027_03')
})

test('old activities are removed in batches, without newer ones', async () => {
  now = new Date('2030-03-15T00:00:00Z')
  await app.db.execute(sql`
    insert into activities (type, action, created_at)
    select 'script', case when n % 2 = 0 then 'Script Viewed' else 'Script Liked' end, '2028-01-01T00:00:00Z'::timestamptz + n / 20 * interval '1 second'
    from generate_series(1, 23000) n`)

  await maintainPartitions(app.app)

  const { rows } = await app.db.execute(sql`select action, count(*)::int as count from activities group by 1`)
  expect(rows).toEqual([{ action: 'Script Liked', count: 11_500 }])
})
