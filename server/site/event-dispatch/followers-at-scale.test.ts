import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { selectFollowers } from '#server/site/follows/follows.queries.ts'
import { dispatchAll, emit } from '#test-support/events.ts'
import { rowsRead } from '#test-support/rows-read.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { notifications, digestEntries } from '#server/site/notifications/notifications.tables.ts'

const followers = 100_000
const batch = 1000

const app = await startTestApp()
const { db } = app

test('100,000 followers are notified in transactions of 1,000, each as short as the first', async () => {
  const author = await app.createUser()
  const scriptId = await insertTestScript(app, { author, name: 'Garage' })
  await db.execute(sql`update scripts set attributes = '{report:none}' where id = ${scriptId}`)
  // A trigger counts them one by one: in one transaction all of them would be slow.
  for (let from = 0; from < followers; from += 5 * batch)
    await db.execute(sql`
      with added as (
        insert into users (username, username_key, email, email_key, email_verified)
        select name, name, name || '@crowd.example', name || '@crowd.example', true
        from (select 'crowd' || n as name from generate_series(${from + 1}::int, ${from + 5 * batch}::int) n) numbered returning id)
      insert into follows (user_id, script_id, created_at) select id, ${scriptId}, now() - interval '1 day' from added`)
  await db.execute(sql`analyze users, follows`)
  const { rows: added } = await db.execute<{ id: number }>(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    values (${scriptId}, '1.1.0', 'a.zip', 'zip', 1, ${'b'.repeat(64)}, 1, 1, now()) returning id`)
  const versionId = added[0]?.id ?? 0
  const data = { script: 'Garage', number: '1.1.0', author: author.username }
  await emit(app, { kind: 'version-published', actorId: author.id, scriptId, versionId, data })

  await dispatchAll(app)

  for (const table of [notifications, digestEntries]) {
    const { rows } = await db.execute(sql`
      select sum(rows)::int as rows, max(rows)::int as most, count(*)::int as transactions
      from (select count(*) as rows from ${table} group by xmin::text) one`)
    expect(rows).toEqual([{ rows: followers, most: batch, transactions: followers / batch }])
  }

  const release = {
    scriptId,
    at: new Date(),
    news: 'releases',
    isFiltered: false,
    exceptIds: [author.id],
  } as const
  const { rows: last } = await db.execute<{ id: number }>(sql`
    select user_id as id from follows order by user_id desc offset ${batch} limit 1`)
  const readAfter = (after: number) =>
    rowsRead(db, (tx) => selectFollowers(tx, release, { after, limit: batch }))
  const first = await readAfter(0)
  expect(first).toBeLessThan(5 * batch)
  expect(await readAfter(last[0]?.id ?? 0)).toBeLessThan(1.2 * first)
})
