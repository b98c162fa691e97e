import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { ModeratedScriptQuery } from '#contract/scripts/moderated-scripts.ts'
import { refreshShortlist } from '#server/scripts/script-search/documents.queries.ts'
import { rowsRead } from '#test-support/rows-read.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { listModeratedScripts } from './list-moderated-scripts.ts'

const few = 8_000
const many = 40_000
const waiting = 100

const app = await startTestApp()
await app.createUser()

/** Scripts with a common word, three of each author. The first ones wait and have cases. */
async function seed(from: number, to: number) {
  await app.db.execute(sql`
    insert into users (username, username_key, email, email_key)
    select 'm' || n, 'm' || n, 'm' || n, 'm' || n from generate_series(${from}::int, ${to}::int) n`)
  await app.db.execute(sql`
    with added as (
      insert into scripts (name, user_id, category_id, status, file_size, downloads, created_at, updated_at, publication)
      select 'Thing ' || n, n / 3 + 1, n % 8 + 1, 'Readable', 1, n * 7919 % 4001, now() - n * interval '1 minute',
        now() - n * 7919 % 4001 * interval '1 hour', case when n <= ${waiting} then 'review' else 'published' end
      from generate_series(${from}::int, ${to}::int) n returning id
    ), documents as (
      insert into script_docs (script_id, description, document)
      select id, 'Common.', '''thing'':1A ''=thing'' ''==thing'''::tsvector from added
    ), files as (
      insert into script_files (script_id, key, file_name, extension, size, sha256, entries, unpacked_size)
      select id, 'k' || id, 'a.zip', 'zip', 1, 'a' || id, 1, 1 from added
    )
    insert into script_versions (script_id, number, key, file_name, extension, size, sha256, entries, unpacked_size)
    select id, '1', 'k' || id, 'a.zip', 'zip', 1, 'a' || id, 1, 1 from added`)
  await app.db.execute(sql`update script_versions set published_at = now() where script_id > ${waiting}`)
  await app.db.execute(sql`update site_totals set scripts = ${to}`)
  await refreshShortlist(app.db)
  await app.db.execute(sql`vacuum analyze`)
}

const lists = [
  '',
  'sort=updated',
  'sort=downloads',
  'sort=reports',
  'state=waiting',
  'state=rejected',
  'q=thing',
  'q=thing&sort=downloads',
  'q=thing&sort=reports',
  'q=thing&state=published',
  'q=thing&state=waiting',
  'q=thing&state=waiting&cases=any',
  'q=thing&cases=report',
  'q=user1',
  'q=us',
  'q=y',
]

async function rowsOfLists(): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  for (const query of lists) {
    const parsed = ModeratedScriptQuery.parse(Object.fromEntries(new URLSearchParams(query)))
    rows.set(query, await rowsRead(app.db, (tx) => listModeratedScripts(tx, parsed)))
  }
  return rows
}

test('a list of 40,000 scripts reads as many rows as one of 8,000, also with a word that all have', async () => {
  await seed(1, few)
  await app.db.execute(sql`
    insert into cases (kind, state, script_id, title, reason, created_at, updated_at)
    select 'report', 'open', id, 'A case', 'other', now(), now() from scripts where id <= 50`)
  const onSmall = await rowsOfLists()

  await seed(few + 1, many)

  const onLarge = await rowsOfLists()
  const grown = lists
    .map((query) => ({ query, small: onSmall.get(query) ?? 0, large: onLarge.get(query) ?? 0 }))
    .filter(({ small, large }) => large > small * 1.3 + 100)
  expect(grown).toEqual([])
})
