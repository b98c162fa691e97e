import { sql } from 'drizzle-orm'
import { assert, asyncProperty, constantFrom, dictionary, oneof, string } from 'fast-check'
import { expect, test } from 'vitest'

import { ErrorReply } from '#contract/platform/errors.ts'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createOwner()

const oddTexts = [
  '\u0000 \uD800 \uFFFF \u202Etxt １２ % constructor __proto__ 2026-13-45 9999-12-31T23:59:59-05:00',
  '+275760-09-13T00:00:00.000Z 0001-01-01T00:00:00Z 2026-02-30T00:00:00+99:99 https://[::1 https://xn--',
].flatMap((line) => line.split(' '))
const oddValues: unknown[] = [null, true, 0, -1, 1.5, 1e300, 2_147_483_648, '', ' ', [], {}, [[]], { a: {} }]
const oddLines = ['x'.repeat(5_000), "'; drop table users; --", 'color: )', 'color: "']
const value = oneof(constantFrom(...oddValues, ...oddTexts, ...oddLines), string({ unit: 'binary' }))

test.each([
  ['partners', 'POST /api/partners', 'name logo_url website_url discord_url description is_featured'],
  ['partners', 'PUT /api/partners/:id', 'name logo_url website_url discord_url description is_featured'],
  ['categories', 'POST /api/categories', 'name description icon color'],
  ['categories', 'PUT /api/categories/:id', 'name description icon color'],
  ['user_styles', 'POST /api/user-styles', 'name description css_properties font_family is_active priority'],
  [
    'user_styles',
    'PUT /api/user-styles/:id',
    'name description css_properties font_family is_active priority',
  ],
  ['style_assignments', 'POST /api/user-styles/assign', 'user_id style_id expires_at'],
  ['style_assignments', 'PUT /api/user-styles/assign/:id', 'style_id expires_at is_active'],
])('%s: a rejected %s changes nothing, and no input causes 5xx', async (rows, name, fields) => {
  const [method = '', path = ''] = name.split(' ')
  const id = await seed(rows)
  const body = dictionary(constantFrom(...fields.split(' '), 'id', '__proto__'), value, { maxKeys: 8 })
  const state = async () =>
    (await app.db.execute(sql`select * from ${sql.identifier(rows)} order by id`)).rows

  await assert(
    asyncProperty(body, async (sent) => {
      const before = await state()
      const response = await app.request(
        owner,
        method,
        path.replace(':id', String(id)),
        JSON.stringify(sent),
        {
          'content-type': 'application/json',
        },
      )
      expect(response.status).toBeLessThan(500)
      if (response.status < 400) return
      expect(ErrorReply.safeParse(response.body).success).toBe(true)
      expect(await state()).toEqual(before)
    }),
    { numRuns: 150 },
  )
})

async function seed(rows: string): Promise<number> {
  await app.db.execute(sql`
    insert into user_styles (name, css_properties) select 'Gold', 'color: gold' where not exists (select from user_styles)`)
  await app.db.execute(sql`
    insert into style_assignments (user_id, style_id) select ${owner.id}, min(id) from user_styles on conflict do nothing`)
  await app.db.execute(sql`
    insert into partners (name, logo_url, website_url, discord_url)
    select 'Star', 'https://a.example', 'https://a.example', 'https://a.example' where not exists (select from partners)`)
  const { rows: found } = await app.db.execute<{ id: number }>(
    sql`select min(id) as id from ${sql.identifier(rows)}`,
  )
  return found[0]?.id ?? 0
}

test.each([
  '/api/activities?type=%00',
  '/api/activities?limit=1e9&page=-1',
  '/api/activities?until=+275760-09-13T00:00:00.000Z',
  '/api/activities?until=0000-01-01T00:00:00Z',
  '/api/activities/export?until=9999-12-31T23:59:59.999Z',
  '/api/activities/export?until=0000-01-01T00:00:00Z',
  '/api/activities/export?status[]=x&type=user&type=script',
  '/api/stats/historical?period=Infinity',
  '/api/stats/historical?period=0x10',
  '/api/stats/range?startDate=0001-01-01&endDate=0001-01-02',
  '/api/stats/range?startDate=9999-12-30&endDate=9999-12-31',
  '/api/stats/range?startDate=2026-01-01T00:00:00Z&endDate=2026-01-02',
  '/api/user-styles/with-assignments?q=%5C%25_',
  '/api/user-styles/99999999999',
  '/api/user-styles/assignments/user/0',
])('%s does not cause 5xx', async (path) => {
  const { status } = await app.request(owner, 'GET', path)

  expect(status).toBeLessThan(500)
})
