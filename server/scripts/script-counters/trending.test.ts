import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { updateTrending } from './counters.ts'

const app = await startTestApp()
const author = await app.createUser()
const users = [await app.createUser(), await app.createUser()] as const

async function download(scriptId: number, user: { id: number }, daysAgo: number): Promise<void> {
  const at = new Date(app.app.clock.now().getTime() - daysAgo * 86_400_000).toISOString()
  await app.db.execute(sql`
    insert into script_downloads (user_id, script_id, linked_at, counted_at)
    values (${user.id}, ${scriptId}, ${at}, ${at})
    on conflict (user_id, script_id) do update set counted_at = excluded.counted_at`)
}

const listed = async (): Promise<number[]> =>
  (await app.request(null, 'GET', '/api/scripts?sort=trending')).body.scripts.map(
    ({ id }: { id: number }) => id,
  )
const trendOf = async (id: number) =>
  (await app.db.execute<{ trend: number }>(sql`select trend from scripts where id = ${id}`)).rows[0]?.trend

test('recent downloads of other users decide, and lists show it at once', async () => {
  const ids = []
  for (const name of ['never', 'own', 'long ago', 'once', 'twice'])
    ids.push(await insertTestScript(app, { author, name }))
  const [never = 0, own = 0, longAgo = 0, once = 0, twice = 0] = ids
  await download(own, author, 0)
  await download(longAgo, users[0], 15)
  await download(once, users[0], 0)
  await download(twice, users[0], 3)
  await download(twice, users[1], 0)
  expect(await listed()).toEqual([twice, once, longAgo, own, never])

  await updateTrending(app.app)
  expect(await Promise.all([never, own, longAgo, once, twice].map(trendOf))).toEqual([0, 0, 0, 1000, 1368])

  await download(once, users[1], 0)
  await updateTrending(app.app)
  expect(await listed()).toEqual([once, twice, longAgo, own, never])
})

test('a script without recent downloads no longer trends, and other scripts are not written', async () => {
  const id = await insertTestScript(app, { author })
  const other = await insertTestScript(app, { author })
  await download(id, users[0], 1)
  await updateTrending(app.app)
  expect(await trendOf(id)).toBeGreaterThan(0)

  const writeOf = async () =>
    (await app.db.execute(sql`select xmin::text from scripts where id = ${other}`)).rows
  const before = await writeOf()
  await app.db.execute(sql`delete from script_downloads`)
  await updateTrending(app.app)
  expect(await trendOf(id)).toBe(0)
  expect(await writeOf()).toEqual(before)
})
