import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { backfillAttributes } from '#server/scripts/write-attributes.ts'
import { runJob } from '#test-support/analyses.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser()
await insertTestScript(app, { author, tags: ['first'] })
await fillSite(2_000)

type List = {
  scripts: { id: number; frameworks: string[] }[]
  pagination: { total: number }
  facets: {
    needs: { name: string; count: number | null }[]
    attributes: { name: string; count: number | null }[]
    categories: { count: number }[]
  }
}

async function list(query: string): Promise<List> {
  const { status, body } = await app.request(null, 'GET', `/api/scripts?${query}`)
  expect({ query, status, body }).toMatchObject({ query, status: 200 })
  return body
}

/** The scripts that a condition selects, newest first. */
async function idsWhere(condition: string, order = 'created_at desc'): Promise<number[]> {
  const { rows } = await app.db.execute<{ id: number }>(
    sql.raw(
      `select id from scripts where publication = 'published' and (${condition}) order by ${order}, id desc`,
    ),
  )
  return rows.map(({ id }) => id)
}

test.each([
  ['framework=esxx', 'Framework must be esx, qbcore, qbox, ox, vrp, vorp, rsg or standalone'],
  ['framework=esx,qbcore', 'Framework must be esx, qbcore, qbox, ox, vrp, vorp, rsg or standalone'],
  ['game=gta4', 'Game must be gta5 or rdr3'],
  [
    'includes=open,lua',
    'Includes must be a list of open, escrowed, sql, page, source, documentation or support',
  ],
  ['includes=esx', 'Includes must be a list of open, escrowed, sql, page, source, documentation or support'],
  [
    'exclude=high',
    'Exclude must be a list of open, escrowed, sql, page, source, documentation, support, esx, qbcore, qbox, ox, vrp, vorp, rsg or standalone',
  ],
  ['updated=7', 'Updated must be 30, 90 or 365'],
  ['report=clean', 'Report must be no-high or none'],
  ['sort=hot', 'Sort must be best, newest, popular, downloads, views, trending or updated'],
  [`needs=${'x'.repeat(101)}`, 'At most 100 characters'],
  ['build=x', 'Build must be a number'],
  ['build=0', 'Build must be a number'],
  [`tags=${'x'.repeat(201)}`, 'Tags must be at most 200 characters'],
])('%s is rejected', async (query, message) => {
  const { status, body } = await app.request(null, 'GET', `/api/scripts?${query}`)
  expect(status).toBe(400)
  const [name = ''] = query.split('=')
  expect(body.fields[name]).toBe(message)
})

const noHigh = `not attributes && '{report:high,report:waiting,report:failed}'`
const has = (...words: string[]) => `attributes @> '{${words.join(',')}}'`
const hasNot = (...words: string[]) => `not attributes && '{${words.join(',')}}'`

const conditions: Record<string, string> = {
  'framework=esx': has('framework:esx'),
  'framework=vrp': has('framework:vrp'),
  'framework=rsg': has('framework:rsg'),
  'framework=standalone': has('framework:standalone'),
  'game=rdr3': has('game:rdr3'),
  'includes=open': has('open'),
  'includes=sql,page': has('sql', 'page'),
  'includes=source': 'id in (select script_id from script_docs where source_url is not null)',
  'exclude=source': 'id in (select script_id from script_docs where source_url is null)',
  'includes=open,escrowed': 'false',
  'exclude=escrowed': hasNot('escrowed'),
  'exclude=open,escrowed,qbcore,esx': hasNot('open', 'escrowed', 'framework:qbcore', 'framework:esx'),
  'updated=30': `updated_at >= now() - interval '30 days'`,
  'updated=365': `updated_at >= now() - interval '365 days'`,
  'report=no-high': noHigh,
  'report=none': has('report:none'),
  'needs=ox_lib': `id in (select script_id from script_needs where name = 'ox_lib')`,
  'needs=nobody_has_this': 'false',
  'build=5000': 'coalesce(server_build, 0) <= 5000',
  'tags=t1': `tags @> '{t1}'`,
  'tags=t1,t2': `tags @> '{t1,t2}'`,
  'tag=t3': `tags @> '{t3}'`,
  'category=Mapping': `category_id = (select id from categories where name = 'Mapping')`,
  'status=Decrypted': `status = 'Decrypted'`,
}

test('each filter, and each two of them, list and count what SQL selects', async () => {
  const filters = Object.entries(conditions)
  for (const [index, [query, condition]] of filters.entries())
    for (const [other, otherCondition] of filters.slice(index)) {
      const isSameKey = query !== other && query.split('=')[0] === other.split('=')[0]
      if (isSameKey) continue
      const expected = await idsWhere(`(${condition}) and (${otherCondition})`)
      const { scripts, pagination } = await list(query === other ? query : `${query}&${other}`)
      expect({ query, other, total: pagination.total, ids: scripts.map(({ id }) => id) }).toEqual({
        query,
        other,
        total: expected.length,
        ids: expected.slice(0, 12),
      })
    }
})

test('the number of scripts with each attribute is counted in the list', async () => {
  for (const [query, condition] of [
    ['', 'true'],
    ['category=Mapping', conditions['category=Mapping']],
    ['framework=esx&exclude=open', `${has('framework:esx')} and ${hasNot('open')}`],
    ['tags=t1&status=Decrypted', `tags @> '{t1}' and status = 'Decrypted'`],
    ['includes=open,escrowed', 'false'],
  ] as const) {
    const { facets } = await list(query)
    expect(facets.attributes).toHaveLength(19)
    for (const { name, count } of facets.needs)
      expect({ query, name, count }).toEqual({
        query,
        name,
        count: (
          await idsWhere(
            `(${condition}) and id in (select script_id from script_needs where name = '${name}')`,
          )
        ).length,
      })
    for (const { name, count } of facets.attributes) {
      const attribute = name === 'report:no-high' ? noHigh : has(name)
      expect({ query, name, count }).toEqual({
        query,
        name,
        count: (await idsWhere(`(${condition}) and ${attribute}`)).length,
      })
    }
  }
})

test('lists are sorted by trend and by the time of the last edit, on each page', async () => {
  for (const [sort, order] of [
    ['trending', 'trend desc'],
    ['updated', 'updated_at desc'],
  ]) {
    for (const [filter, condition] of [
      ['', 'true'],
      ['&category=Mapping', conditions['category=Mapping'] ?? ''],
      ['&framework=qbcore', has('framework:qbcore')],
    ])
      for (const page of [1, 2, 7]) {
        const { scripts } = await list(`sort=${sort}&limit=20&page=${page}${filter}`)
        const expected = await idsWhere(condition ?? '', order)
        expect(scripts.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 20, page * 20))
      }
  }
})

test('a search is filtered by attributes and sorted by trend', async () => {
  const { scripts, pagination, facets } = await list('q=generated&framework=esx&exclude=page&sort=trending')
  const expected = await idsWhere(`${has('framework:esx')} and ${hasNot('page')}`, 'trend desc')
  expect(pagination.total).toBe(expected.length)
  expect(scripts.map(({ id }) => id)).toEqual(expected.slice(0, 12))
  expect(facets.attributes.find(({ name }) => name === 'page')?.count).toBe(0)
})

test('a card names the frameworks of the script', async () => {
  const { scripts } = await list('framework=vrp')
  expect(scripts[0]?.frameworks).toContain('vrp')
})

test('several words are one list in any order', async () => {
  const [one, other] = [await list('includes=page,sql'), await list('includes=sql,%20page,,sql')]
  expect(one).toEqual(other)
})

/** Scripts whose archives are analysed, all by SQL. */
async function fillSite(count: number): Promise<void> {
  await app.db.execute(sql`select setseed(0.42)`)
  await app.db.execute(sql`
    insert into scripts (name, user_id, category_id, status, tags, file_size, trend, created_at, updated_at)
    select 'generated ' || n, ${author.id}, (select min(id) from categories) + n % 3,
      case when random() < 0.8 then 'Readable' else 'Decrypted' end,
      array['t' || (random() * 5)::int, 't' || (random() * 5)::int], 1, (random() * 20)::int,
      now() - n * interval '10 hours', now() - n * random() * interval '10 hours'
    from generate_series(1, ${count}::int) n`)
  await app.db.execute(sql`
    insert into script_docs (script_id, description, document, source_url)
    select id, 'generated', to_tsvector('simple', name), case when id % 3 = 0 then 'https://example.com/source' end
    from scripts where name like 'generated %'`)
  await app.db.execute(sql`
    insert into script_counts (category_id, status, count)
    select category_id, status, count(*) from scripts group by 1, 2
    on conflict (category_id, status) do update set count = excluded.count`)
  await app.db.execute(sql`update site_totals set scripts = (select count(*) from scripts)`)
  await app.db.execute(sql`
    insert into script_files (script_id, key, file_name, extension, size, sha256, entries, unpacked_size)
    select id, 'archives/generated-' || id, 'a.zip', 'zip', 1, 'generated-' || id % 400, 1, 1
    from scripts where name like 'generated %'`)
  await app.db.execute(sql`
    insert into archive_analyses (sha256, size, extension, priority, state, failure, severity, attributes, resources)
    select 'generated-' || n, 1, 'zip', 0,
      case when n % 40 = 1 then 'waiting' when n % 40 = 2 then 'failed' else 'done' end,
      case when n % 40 = 2 then 'slow' end,
      case when n % 40 > 2 then (array['high', 'medium', 'low', 'none', 'none', 'none'])[1 + (random() * 5)::int] end,
      array_remove(array[
        case when n % 7 < 3 then 'framework:esx' end, case when n % 7 in (2, 3, 4) then 'framework:qbcore' end,
        case when n % 7 = 5 then 'framework:vrp' end, case when n % 7 = 6 then 'framework:standalone' end,
        case when n % 11 = 0 then 'framework:rsg' end,
        case when random() < 0.9 then 'game:gta5' end, case when random() < 0.2 then 'game:rdr3' end,
        case when n % 5 = 0 then 'escrowed' when n % 5 < 4 then 'open' end,
        case when random() < 0.3 then 'sql' end, case when random() < 0.4 then 'page' end,
        case when random() < 0.5 then 'lua54' end], null),
      case when n % 3 = 0
        then '[{"name": "a", "provides": [], "dependencies": [{"name": "ox_lib", "constraint": null}], "requirements": {"server": 7290}}]'::jsonb
        else '[]'::jsonb end
    from generate_series(0, 399) n`)
  await runJob(app, backfillAttributes)
}
