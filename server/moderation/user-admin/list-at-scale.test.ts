import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { UserQuery, userSorts } from '#contract/moderation/user-admin.ts'
import { inTransaction } from '#platform/database/database.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

import { listUsers } from './read-users.ts'

const few = 500
const many = 50_000
const batchSize = 10_000

/** Numbered users, distributed over all sort orders; one percent is banned and two percent are not active. */
async function seed(app: TestApp, from: number, to: number) {
  // Batches that finish within the statement timeout.
  for (let start = from; start <= to; start += batchSize)
    await seedBatch(app, start, Math.min(to, start + batchSize - 1))
  await app.db.execute(sql`analyze`)
}

async function seedBatch({ db }: TestApp, from: number, to: number) {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      with made as (
        insert into users (username, username_key, email, email_key, status, scripts_uploaded, total_downloads,
          reputation, registration_ip, last_login_at, last_active_at, created_at)
        select name, lower(name), n || '@homes.example', n || '@homes.example',
          case n % 100 when 1 then 'inactive' when 2 then 'suspended' else 'active' end,
          n * 7919 % 50, n * 7919 % 10007, n * 7793 % 1009,
          case n when 250 then '203.0.113.7' else '10.' || n % 200 || '.' || n % 250 || '.' || n % 240 end, seen, seen, now() - n * interval '20 minutes'
        from (select n, case n when 250 then 'Zebulon' else 'Dweller' || n end as name,
          now() - n * interval '1 minute' as seen from generate_series(${from}::int, ${to}::int) n) numbered
        returning id
      ), joined as (
        insert into memberships (user_id, group_id) select made.id, g.id from made, groups g where is_default
      )
      insert into sign_in_attempts (user_id, ip, succeeded)
      select id, '192.0.2.' || id % 250, true from made, generate_series(1, 3)`)
    await tx.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      select id, 'Spam', true, 'x', 0 from users where username_key like 'dweller%77' on conflict do nothing`)
    await tx.execute(sql`update site_totals set users = (select count(*) from users)`)
  })
}

const lists: [name: string, query: string][] = [
  ...userSorts.flatMap((sort): [string, string][] => [
    [`by ${sort}`, `sort=${sort}`],
    [`by ${sort}, upwards`, `sort=${sort}&order=asc`],
  ]),
  ['the second page', 'page=2'],
  ['the last page of the small site', 'page=20'],
  ['that page by downloads', 'page=20&sort=downloads'],
  ['regular users by reputation', 'role=user&sort=reputation'],
  ['administrators', 'role=admin'],
  ['a search for one user', 'q=zebulon'],
  ['a search without matches', 'q=unknown-user'],
  ['a search that finds all users', 'q=dweller'],
  ['a search by two letters', 'q=dw'],
  ['a search by two letters for one user', 'q=ze'],
  ['a search by one letter without matches', 'q=y'],
  ['an IP of one user', 'ip=203.0.113.7'],
  ['a network of one user', 'ip=203.0.113.0/24'],
  ['a search that finds all users, by downloads', 'q=dweller&sort=downloads'],
]

const actor = {
  id: 0,
  username: 'lister',
  isOwner: false,
  isAdmin: false,
  permissions: new Set(['admin.users.list'] as const),
  authority: 0,
  sessionHash: '',
}

/** Rows and index entries that the database reads for one list, which do not depend on the load of the machine. */
async function rowsRead({ app, db }: TestApp, query: string): Promise<number> {
  return db.transaction(async (tx) => {
    const reading = { ...app, db: tx }
    const read = async () => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::integer as count
        from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`)
      return rows[0]?.count ?? 0
    }
    const list = () =>
      listUsers(reading, actor, UserQuery.parse(Object.fromEntries(new URLSearchParams(query))))
    // The first list also counts this week's visitors, which is cached for 30 seconds.
    await list()
    const before = await read()
    await list()
    return (await read()) - before
  })
}

test('a list of 50,000 users reads as many rows as one of 500', async () => {
  const app = await startTestApp()
  await seed(app, 1, few)
  const onSmall = new Map<string, number>()
  for (const [name, query] of lists) onSmall.set(name, await rowsRead(app, query))

  await seed(app, few + 1, many)

  const onLarge = new Map<string, number>()
  for (const [name, query] of lists) onLarge.set(name, await rowsRead(app, query))
  const grown = lists.filter(([name]) => (onLarge.get(name) ?? 0) > (onSmall.get(name) ?? 0) * 1.3)
  expect(grown).toEqual([])
})
