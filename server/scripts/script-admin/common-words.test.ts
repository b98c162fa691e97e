import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { refreshShortlist } from '#server/scripts/script-search/documents.queries.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

/** More than a search considers. */
const many = 6_000

const app = await startTestApp()
const author = await app.createUser()
const other = await app.createUser()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

test('of a word that most scripts have, the first scripts of the list are found in every state', async () => {
  const old = await insertTestScript(app, { author: other, name: 'Thing of another' })
  await app.db.execute(sql`update scripts set created_at = '2024-01-01' where id = ${old}`)
  await app.db.execute(sql`
    with made as (
      insert into scripts (name, user_id, category_id, status, file_size, downloads, created_at, publication)
      select 'Thing ' || n, ${author.id}, 1, 'Readable', 1, n % 4000, timestamptz '2025-01-01' + n * interval '1 minute',
        case when n % 100 = 0 then 'review' else 'published' end
      from generate_series(1, ${many}::int) n returning id, name
    )
    insert into script_docs (script_id, description, document)
    select id, 'Common.', format('''thing'':1A ''=thing'' ''==thing %s''', substr(name, 7))::tsvector from made`)
  await app.db.execute(sql`update site_totals set scripts = ${many}`)
  await refreshShortlist(app.db)
  const names = async (query: string) => {
    const path = `/api/moderation/scripts?q=thing&limit=2&${query}`
    const { body } = await app.request(moderator, 'GET', path)
    return body.scripts.map(({ name }: { name: string }) => name)
  }

  expect(await names('')).toEqual(['Thing 6000', 'Thing 5999'])
  expect(await names('state=published')).toEqual(['Thing 5999', 'Thing 5998'])
  expect(await names('sort=downloads&state=published')).toEqual(['Thing 3999', 'Thing 3998'])
  expect(await names(`author=${other.username}`)).toEqual(['Thing of another'])
})
