import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { startTestHub } from '#server/testing.ts'

import { reckonHeads } from './heads.queries.ts'
import { insertTestScript } from './testing.ts'

/** More than a search gathers: a word that all of them have is looked for along the list. */
const many = 12_000
const batch = 2_000

const hub = await startTestHub()
const author = await hub.person()

type Seen = { id: number; name: string; downloads: number }

beforeAll(async () => {
  for (let from = 1; from <= many; from += batch)
    await inTransaction(hub.db, (tx) =>
      tx.execute(sql`
    with made as (
      insert into scripts (name, user_id, category_id, status, file_size, downloads, views, created_at)
      select 'Thing ' || n, ${author.id}, 1 + n % 2, 'Readable', 1, n % 4000, n % 7, timestamptz '2025-01-01' + n * interval '1 minute'
      from generate_series(${from}::int, ${from + batch - 1}::int) n
      returning id, name, user_id, category_id, status
    ), counted as (
      update script_counts c set count = c.count + m.n
      from (select category_id, status, count(*) as n from made group by 1, 2) m
      where c.category_id = m.category_id and c.status = m.status
    )
    insert into script_docs (script_id, description, document)
    select id, 'Common to all.', format('''thing'':1A ''%1$s'':2A ''common'':3C ''=thing'' ''=%1$s'' ''==thing %1$s''',
      substr(name, 7))::tsvector
    from made`),
    )
  await hub.db.execute(sql`update site_totals set scripts = scripts + ${many}`)
  await hub.db.execute(sql`insert into script_words values ('common'), ('thing')`)
  const old = { author, description: 'Holds the rarest treasure.', createdAt: new Date('2024-01-01') }
  await insertTestScript(hub, { ...old, name: 'Common' })
  await insertTestScript(hub, { ...old, name: 'Hidden', tags: ['common'] })
  await reckonHeads(hub.db)
})

async function search(q: string, limit = 20): Promise<Seen[]> {
  const answer = await hub.as(null, 'GET', `/api/scripts/search?q=${encodeURIComponent(q)}&limit=${limit}`)
  expect(answer.status).toBe(200)
  return answer.body
}

async function list(query: string) {
  const answer = await hub.as(null, 'GET', `/api/scripts?${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

const names = (scripts: readonly Seen[]) => scripts.map(({ name }) => name)

test('of a word that everything has, the one of that name comes first, then the most downloaded', async () => {
  const found = await search('common', 4)

  expect(names(found)).toEqual(['Common', 'Thing 11999', 'Thing 7999', 'Thing 3999'])
  expect(await search('common', 100)).toHaveLength(100)
})

test('a rare word is found wherever it is, alone and beside a common one', async () => {
  expect(names(await search('treasure')).toSorted()).toEqual(['Common', 'Hidden'])
  expect(names(await search('common treasure'))).toEqual(['Common', 'Hidden'])
  expect(names(await search('thing 77', 3))[0]).toBe('Thing 77')
  expect(names(await search('treasure thing'))).toEqual([])
})

test('a slip in a common word finds what the word finds', async () => {
  expect(names(await search('comnon', 2))).toEqual(['Common', 'Thing 11999'])
  expect(names((await list('q=comnon&limit=2')).scripts)).toEqual(['Thing 12000', 'Thing 11999'])
})

test('a list of what everything has follows its order, page by page', async () => {
  const first = await list('q=common&limit=3')
  const second = await list('q=common&limit=3&page=2')
  const byViews = await list('q=common&sort=views&limit=100')
  const inCategory = await list('q=common&category=mapping&limit=3')

  expect(names(first.scripts)).toEqual(['Thing 12000', 'Thing 11999', 'Thing 11998'])
  expect(names(second.scripts)).toEqual(['Thing 11997', 'Thing 11996', 'Thing 11995'])
  expect(byViews.scripts.every(({ views }: { views: number }) => views === 6)).toBe(true)
  expect(names(inCategory.scripts)).toEqual(['Thing 11999', 'Thing 11997', 'Thing 11995'])
  // Of so many no more than the first 3,000 are known.
  expect(first.pagination.total).toBe(3_000)
  expect(inCategory.pagination.total).toBe(1_500)
  expect(first.facets.categories.slice(0, 2)).toEqual([
    { name: 'Scripts', count: 1_500 },
    { name: 'Mapping', count: 1_500 },
  ])
})

test('what is new is found at once among what everything has, and counted in with the next reckoning', async () => {
  const id = await insertTestScript(hub, { author, name: 'Newcomer', description: 'Common as well as new.' })

  const fresh = await list('q=common&limit=2')
  await reckonHeads(hub.db)
  const reckoned = await list('q=common&limit=2')
  expect((await hub.as(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
  const without = await list('q=common&limit=2')
  await reckonHeads(hub.db)

  expect(names(fresh.scripts)).toEqual(['Newcomer', 'Thing 12000'])
  expect(fresh.pagination.total).toBe(3_001)
  expect(names(reckoned.scripts)).toEqual(['Newcomer', 'Thing 12000'])
  expect(reckoned.pagination.total).toBe(3_000)
  expect(names(without.scripts)).toEqual(['Thing 12000', 'Thing 11999'])
})

test('what becomes popular comes to the front of what everything has with the next reckoning', async () => {
  const set = (downloads: number) =>
    hub.db.execute(sql`update scripts set downloads = ${downloads} where name = 'Thing 1'`)
  const { rows } = await hub.db.execute<{ downloads: number }>(
    sql`select downloads from scripts where name = 'Thing 1'`,
  )
  expect(names(await search('common', 2))).toEqual(['Common', 'Thing 11999'])

  await set(1_000_000)
  await reckonHeads(hub.db)

  expect(names(await search('common', 2))).toEqual(['Common', 'Thing 1'])
  await set(rows[0]?.downloads ?? 0)
  await reckonHeads(hub.db)
  expect(names(await search('common', 2))).toEqual(['Common', 'Thing 11999'])
})

test('a list of what few have is whole', async () => {
  const rare = await list('q=treasure')

  expect(rare.pagination.total).toBe(2)
  expect(names(rare.scripts)).toEqual(['Hidden', 'Common'])
})

test('the last pages of a long list are as the first ones say', async () => {
  const total = many + 2
  const last = await list(`limit=5&page=${Math.ceil(total / 5)}`)
  const before = await list(`limit=5&page=${Math.ceil(total / 5) - 1}`)
  const middle = await list(`limit=6&page=1001&sort=downloads`)
  const whole = await hub.db.execute<{ id: number }>(
    sql`select id from scripts order by downloads desc, id desc limit 6 offset 6000`,
  )

  expect(last.pagination).toMatchObject({ total, totalPages: Math.ceil(total / 5) })
  expect(names([...before.scripts, ...last.scripts])).toEqual([
    'Thing 5',
    'Thing 4',
    'Thing 3',
    'Thing 2',
    'Thing 1',
    'Hidden',
    'Common',
  ])
  expect(middle.scripts.map(({ id }: Seen) => id)).toEqual(whole.rows.map(({ id }) => id))
})

test('a page far into a list is the same whether it is reached from its beginning, from a mark or from its end', async () => {
  const total = many + 2
  const whole = await hub.db.execute<{ id: number }>(
    sql`select id from scripts order by downloads desc, id desc`,
  )
  const ids = whole.rows.map(({ id }) => id)
  const pages = [251, 171, 172, 240, 84, 600, 1_000, 760]

  for (const page of pages) {
    const { scripts } = await list(`sort=downloads&limit=12&page=${page}`)
    expect(scripts.map(({ id }: Seen) => id)).toEqual(ids.slice((page - 1) * 12, page * 12))
  }
  const { scripts, pagination } = await list(`sort=downloads&limit=12&page=1000000000`)
  expect(scripts).toEqual([])
  expect(pagination).toMatchObject({ total, page: 1_000_000_000 })
})

test('a page far into a list moves with what comes in before it and goes away', async () => {
  const far = 'category=scripts&limit=10&page=250'
  const before = await list(far)
  const id = await insertTestScript(hub, { author, name: 'Newcomer' })

  const shifted = await list(far)
  expect((await hub.as(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
  const back = await list(far)

  expect(names(shifted.scripts).slice(1)).toEqual(names(before.scripts).slice(0, 9))
  expect(names(back.scripts)).toEqual(names(before.scripts))
})
