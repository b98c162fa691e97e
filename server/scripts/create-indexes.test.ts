import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { runJob } from '#test-support/analyses.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { createIndexes } from './create-indexes.ts'

const app = await startTestApp()

const indexes = async () =>
  (
    await app.db.execute<{ name: string; definition: string; isValid: boolean }>(sql`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisvalid as "isValid"
      from pg_index where indexrelid::regclass::text
        in ('scripts_trend', 'scripts_updated', 'scripts_attributes', 'script_downloads_counted',
          'scripts_not_published', 'scripts_with_findings', 'users_username_start', 'users_email_start',
          'users_registration_network', 'users_login_network') order by 1`)
  ).rows

test('missing and half-built indexes are built as the migration builds them', async () => {
  const before = await indexes()
  expect(before).toHaveLength(10)
  await app.db.execute(
    sql`drop index scripts_trend, scripts_attributes, script_downloads_counted, scripts_not_published, users_username_start,
      users_email_start, users_registration_network, users_login_network`,
  )
  await app.db.execute(
    sql`update pg_index set indisvalid = false where indexrelid = 'scripts_updated'::regclass`,
  )

  await runJob(app, createIndexes)
  expect(await indexes()).toEqual(before)

  await runJob(app, createIndexes)
  expect(await indexes()).toEqual(before)
})
