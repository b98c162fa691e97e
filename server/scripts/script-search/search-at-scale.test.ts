import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { refreshShortlist } from './documents.queries.ts'
import { insertTestScript } from '#test-support/scripts.ts'

/** More than a search collects: a word that all scripts contain is searched along the list. */
const many = 12_000
const batch = 2_000

const app = await startTestApp()
const author = await app.createUser()

type Seen = { id: number; name: string; downloads: number }

beforeAll(async () => {
  for (let from = 1; from <= many; from += batch)
    await inTransaction(app.db, (tx) =>
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
  await app.db.execute(sql`update site_totals set scripts = scripts + ${many}`)
  await app.db.execute(sql`insert into script_words values ('common'), ('thing')`)
  const old = { author, description: 'Holds the rarest treasure.', createdAt: new Date('2024-01-01') }
  await insertTestScript(app, { ...old, name: 'Common' })
  await insertTestScript(app, { ...old, name: 'Hidden', tags: ['common'] })
  await refreshShortlist(app.db)
})

async function search(q: string, limit = 20): Promise<Seen[]> {
  const response = await app.request(
    null,
    'GET',
    `/api/scripts/search?q=${encodeURIComponent(q)}&limit=${limit}`,
  )
  expect(response.status).toBe(200)
  return response.body
}

async function list(query: string) {
  const response = await app.request(null, 'GET', `/api/scripts?${query}`)
  expect(response.status).toBe(200)
  return response.body
}

const names = (scripts: readonly Seen[]) => scripts.map(({ name }) => name)

test('a word that all scripts contain finds the script of that name first, then the most downloaded', async () => {
  const found = await search('common', 4)

  expect(names(found)).toEqual(['Common', 'Thing 11999', 'Thing 7999', 'Thing 3999'])
  expect(await search('common', 100)).toHaveLength(100)
})

test('a rare word is found in any field, alone and with a common word', async () => {
  expect(names(await search('treasure')).toSorted()).toEqual(['Common', 'Hidden'])
  // After so few of them those with one of the words follow.
  expect(names(await search('common treasure')).slice(0, 3)).toEqual(['Common', 'Hidden', 'Thing 11999'])
  expect(names(await search('thing 77', 3))[0]).toBe('Thing 77')
})

test('without a script that has all words, the rare word decides', async () => {
  expect(names(await search('treasure thing', 3))).toEqual(['Hidden', 'Common', 'Thing 11999'])
  const { scripts, pagination, isPartialMatch } = await list('q=treasure%20thing&limit=2')
  expect([names(scripts), isPartialMatch]).toEqual([['Hidden', 'Common'], true])
  expect(pagination.total).toBeLessThanOrEqual(200)
})

test('a typo of a common word finds the same scripts', async () => {
  expect(names(await search('comnon', 2))).toEqual(['Common', 'Thing 11999'])
  expect(names((await list('q=comnon&limit=2&sort=newest')).scripts)).toEqual(['Thing 12000', 'Thing 11999'])
})

test('a list of a common word is sorted, page by page', async () => {
  const first = await list('q=common&limit=3&sort=newest')
  const second = await list('q=common&limit=3&page=2&sort=newest')
  const byViews = await list('q=common&sort=views&limit=100')
  const inCategory = await list('q=common&category=mapping&limit=3&sort=newest')

  expect(names(first.scripts)).toEqual(['Thing 12000', 'Thing 11999', 'Thing 11998'])
  expect(names(second.scripts)).toEqual(['Thing 11997', 'Thing 11996', 'Thing 11995'])
  expect(byViews.scripts.every(({ views }: { views: number }) => views === 6)).toBe(true)
  expect(names(inCategory.scripts)).toEqual(['Thing 11999', 'Thing 11997', 'Thing 11995'])
  // Only the first 3,000 matches are known.
  expect(first.pagination.total).toBe(3_000)
  expect(inCategory.pagination.total).toBe(1_500)
  expect(first.facets.categories.slice(0, 2)).toEqual([
    { name: 'Scripts', count: 1_500 },
    { name: 'Mapping', count: 1_500 },
  ])
})

test('a list begins with the best matches, as suggestions do, and goes on with the most downloaded', async () => {
  const suggested = names(await search('common', 6))
  const first = await list('q=common&limit=12')
  const pages = await Promise.all([1, 2, 3].map((page) => list(`q=common&limit=100&page=${page}`)))
  const inCategory = await list('q=common&category=mapping&limit=3')
  const listed = pages.flatMap(({ scripts }) => names(scripts))
  const downloads = pages.flatMap(({ scripts }) => scripts.slice(1).map((script: Seen) => script.downloads))

  expect(names(first.scripts).slice(0, 6)).toEqual(suggested)
  expect(listed.slice(0, 12)).toEqual(names(first.scripts))
  expect(new Set(listed).size).toBe(300)
  expect(downloads).toEqual(downloads.toSorted((a: number, b: number) => b - a))
  // The script with that name is not among the first 3,000.
  expect(first.pagination.total).toBe(3_001)
  expect(names(inCategory.scripts)).toEqual(['Thing 11999', 'Thing 7999', 'Thing 3999'])
})

test('a new script with a common word is found at once and counted after the next refresh', async () => {
  const id = await insertTestScript(app, { author, name: 'Newcomer', description: 'Common as well as new.' })

  const fresh = await list('q=common&limit=2&sort=newest')
  await refreshShortlist(app.db)
  const refreshed = await list('q=common&limit=2&sort=newest')
  expect((await app.request(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
  const without = await list('q=common&limit=2&sort=newest')
  await refreshShortlist(app.db)

  expect(names(fresh.scripts)).toEqual(['Newcomer', 'Thing 12000'])
  expect(fresh.pagination.total).toBe(3_001)
  expect(names(refreshed.scripts)).toEqual(['Newcomer', 'Thing 12000'])
  expect(refreshed.pagination.total).toBe(3_000)
  expect(names(without.scripts)).toEqual(['Thing 12000', 'Thing 11999'])
})

test('a popular script moves to the front for a common word after the next refresh', async () => {
  const set = (downloads: number) =>
    app.db.execute(sql`update scripts set downloads = ${downloads} where name = 'Thing 1'`)
  const { rows } = await app.db.execute<{ downloads: number }>(
    sql`select downloads from scripts where name = 'Thing 1'`,
  )
  expect(names(await search('common', 2))).toEqual(['Common', 'Thing 11999'])

  await set(1_000_000)
  await refreshShortlist(app.db)

  expect(names(await search('common', 2))).toEqual(['Common', 'Thing 1'])
  await set(rows[0]?.downloads ?? 0)
  await refreshShortlist(app.db)
  expect(names(await search('common', 2))).toEqual(['Common', 'Thing 11999'])
})

test('a list of a rare word is complete', async () => {
  const rare = await list('q=treasure')

  expect(rare.pagination.total).toBe(2)
  expect(names(rare.scripts)).toEqual(['Hidden', 'Common'])
})

test('the last pages of a long list are consistent with the first ones', async () => {
  const total = many + 2
  const last = await list(`limit=5&page=${Math.ceil(total / 5)}`)
  const before = await list(`limit=5&page=${Math.ceil(total / 5) - 1}`)
  const middle = await list(`limit=6&page=1001&sort=downloads`)
  const whole = await app.db.execute<{ id: number }>(
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

test('a far page is the same when it is read from the start, from a cursor or from the end', async () => {
  const total = many + 2
  const whole = await app.db.execute<{ id: number }>(
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

test('a far page shifts when scripts before it are added or deleted', async () => {
  const far = 'category=scripts&limit=10&page=250'
  const before = await list(far)
  const id = await insertTestScript(app, { author, name: 'Newcomer' })

  const shifted = await list(far)
  expect((await app.request(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
  const back = await list(far)

  expect(names(shifted.scripts).slice(1)).toEqual(names(before.scripts).slice(0, 9))
  expect(names(back.scripts)).toEqual(names(before.scripts))
})
