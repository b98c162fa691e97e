import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { UserQuery, userSorts } from '#contract/user-admin.ts'
import { inTransaction } from '#platform/database.ts'
import { startTestHub, type TestHub } from '#server/testing.ts'

import { listUsers } from './list-users.ts'

const few = 500
const many = 50_000
const piece = 10_000

/** People numbered from 1, spread over all orders; one in a hundred is banned, two more are not active. */
async function seed(hub: TestHub, from: number, to: number) {
  // Pieces that one statement of a hub has the time for.
  for (let start = from; start <= to; start += piece)
    await seedPiece(hub, start, Math.min(to, start + piece - 1))
  await hub.db.execute(sql`analyze`)
}

async function seedPiece({ db }: TestHub, from: number, to: number) {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      with made as (
        insert into users (username, username_key, email, email_key, status, scripts_uploaded, total_downloads,
          reputation, last_login_at, last_active_at, created_at)
        select name, lower(name), n || '@homes.example', n || '@homes.example',
          case n % 100 when 1 then 'inactive' when 2 then 'suspended' else 'active' end,
          n * 7919 % 50, n * 7919 % 10007, n * 7793 % 1009, seen, seen, now() - n * interval '20 minutes'
        from (select n, case n when 250 then 'Zebulon' else 'Dweller' || n end as name,
          now() - n * interval '1 minute' as seen from generate_series(${from}::int, ${to}::int) n) people
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
  ['a search for one person', 'q=zebulon'],
  ['a search for nobody', 'q=somebody-else'],
  ['a search that finds everybody', 'q=dweller'],
  ['a search by two letters', 'q=dw'],
  ['a search that finds everybody, by downloads', 'q=dweller&sort=downloads'],
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

/** Rows and index entries that the database reads for one list: what no busy machine can change. */
async function rowsRead({ hub, db }: TestHub, query: string): Promise<number> {
  return db.transaction(async (tx) => {
    const reading = { ...hub, db: tx }
    const read = async () => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::integer as count
        from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`)
      return rows[0]?.count ?? 0
    }
    const list = () =>
      listUsers(reading, actor, UserQuery.parse(Object.fromEntries(new URLSearchParams(query))))
    // The first list counts this week's visitors, which is done twice a minute whoever lists.
    await list()
    const before = await read()
    await list()
    return (await read()) - before
  })
}

test('a list of 50,000 people reads what one of 500 reads', async () => {
  const hub = await startTestHub()
  await seed(hub, 1, few)
  const onSmall = new Map<string, number>()
  for (const [name, query] of lists) onSmall.set(name, await rowsRead(hub, query))

  await seed(hub, few + 1, many)

  const onLarge = new Map<string, number>()
  for (const [name, query] of lists) onLarge.set(name, await rowsRead(hub, query))
  const grown = lists.filter(([name]) => (onLarge.get(name) ?? 0) > (onSmall.get(name) ?? 0) * 1.3)
  expect(grown).toEqual([])
}, 120_000)

// LIST_TIMES=1: by the clock, so for a machine with nothing else to do.
// oxlint-disable-next-line vitest/no-conditional-tests -- skipped it would count as a test that did not run
if (process.env.LIST_TIMES)
  test('it takes no more than 1.3 times as long, both taking turns', async () => {
    const [small, large] = [await startTestHub(), await startTestHub()]
    await seed(small, 1, few)
    await seed(large, 1, many)
    const sides = await Promise.all(
      [small, large].map(async (hub) => ({
        hub,
        someone: await hub.person('admin.system.access', 'admin.users.list'),
      })),
    )
    const slower: string[] = []
    for (const [name, query] of lists) {
      const times: number[][] = [[], []]
      for (let round = 0; round < 60; round++)
        for (const [index, { hub, someone }] of sides.entries()) {
          const start = performance.now()
          expect((await hub.as(someone, 'GET', `/api/users/admin/users?${query}`)).status).toBe(200)
          if (round >= 10) times[index]?.push(performance.now() - start)
        }
      // The quicker quarter: what took longer waited for something else.
      const [a = 0, b = 0] = times.map((own) => own.sort((x, y) => x - y)[Math.floor(own.length / 4)] ?? 0)
      if (b > a * 1.3) slower.push(name)
      process.stdout.write(
        `${name.padEnd(48)} ${a.toFixed(2)} ms ${b.toFixed(2)} ms  ${(b / a).toFixed(2)}\n`,
      )
    }
    expect(slower).toEqual([])
  }, 300_000)
