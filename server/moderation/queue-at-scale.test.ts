import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { CaseQueueQuery } from '#contract/moderation/case-schemas.ts'
import { inTransaction } from '#platform/database/database.ts'
import { rowsRead } from '#test-support/rows-read.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

import { listCases } from './list-cases.ts'

const few = 100
const many = 10_000

/** Open cases of all kinds, and as many closed ones; every 50th is claimed. */
async function seed({ db }: TestApp, from: number, to: number) {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into cases (kind, reason, title, user_id, opened_by, state, decision, decided_at, claimed_by, claimed_until,
        created_at, updated_at)
      select (array['review', 'report', 'appeal', 'takedown'])[n % 4 + 1],
        (array['all', 'spam', 'ban', 'copyright'])[n % 4 + 1], 'Case ' || n, n, n + 1000000, state,
        case state when 'closed' then 'denied' end, case state when 'closed' then now() - n * interval '1 minute' end,
        case when n % 50 = 0 and state = 'open' and n <= ${few} then n end,
        case when n % 50 = 0 and state = 'open' and n <= ${few} then now() + interval '10 minutes' end,
        now() - n * interval '1 minute', now()
      from generate_series(${from}::int, ${to}::int) n, unnest(array['open', 'closed']) state`)
    await tx.execute(sql`delete from case_counts`)
    await tx.execute(sql`
      insert into case_counts (kind, reason, outcome, count)
      select kind, reason, coalesce(decision, 'open'), count(*) from cases group by 1, 2, 3`)
  })
  await db.execute(sql`vacuum analyze cases`)
}

const lists: [name: string, query: string][] = [
  ['the queue', ''],
  ['its fifth page', 'page=5'],
  ['reviews', 'kind=review'],
  ['appeals', 'kind=appeal'],
  ['unclaimed cases', 'claimed=none'],
  ['own cases', 'claimed=me'],
  ['closed cases', 'state=closed'],
  ['closed takedowns', 'state=closed&kind=takedown'],
]

const staff = [
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.users.ban',
  'admin.takedowns.manage',
] as const
const actor = {
  id: 50,
  username: 'lister',
  isOwner: false,
  isAdmin: false,
  permissions: new Set(staff),
  authority: 0,
  sessionHash: '',
}

async function rowsOfList({ app, db }: TestApp, query: string): Promise<number> {
  const parsed = CaseQueueQuery.parse(Object.fromEntries(new URLSearchParams(query)))
  return rowsRead(db, (tx) => listCases({ ...app, db: tx }, actor, parsed))
}

test('the queue of 10,000 cases reads as many rows as that of 100', async () => {
  const [small, large] = [await startTestApp(), await startTestApp()]
  await seed(small, 1, few)
  await seed(large, 1, many)
  const grown: string[] = []
  for (const [name, query] of lists) {
    const [a, b] = [await rowsOfList(small, query), await rowsOfList(large, query)]
    if (b > a * 1.5 + 20) grown.push(`${name}: ${a} and ${b} rows`)
  }
  expect(grown).toEqual([])

  const user = await large.createUser(...staff)
  expect((await large.request(user, 'GET', '/api/moderation/cases')).body.counts).toEqual({
    review: many / 4,
    report: many / 4,
    appeal: many / 4,
    takedown: many / 4,
  })
})
