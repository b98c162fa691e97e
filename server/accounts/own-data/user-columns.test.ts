import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

import { userColumns } from './user-columns.rules.ts'

const app = await startTestApp()

/** Columns whose names look like those of a user. */
const notUserColumns: ReadonlySet<string> = new Set([
  'daily_stats.users',
  'site_totals.users',
  'recent_views.viewer',
  'groups.member_count',
  'sessions.user_agent',
  'script_versions.is_by_author',
])

/** Returns whether a column of this name may name a user without a foreign key. */
function looksLikeUser(column: string): boolean {
  return /(?:^|_)(?:users?|username|author|actor|issuer|owner|recipient|email|ip|viewer|claimant|member|invitee|inviter|sender)(?:_|$)|_by$/.test(
    column,
  )
}

/** From the catalogue: foreign keys to users, and columns with a name that suggests a user. */
async function selectUserColumns(): Promise<string[]> {
  const { rows } = await app.db.execute<{ name: string; column: string; isReference: boolean }>(sql`
    select c.relname || '.' || a.attname as name, a.attname as column,
      exists (
        select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
          and f.confrelid = 'users'::regclass and a.attnum = any(f.conkey)) as "isReference"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`)
  return rows
    .filter(
      ({ name, column, isReference }) => isReference || (looksLikeUser(column) && !notUserColumns.has(name)),
    )
    .map(({ name }) => name)
}

test('every column that names a user is listed with what an export and a deletion do', async () => {
  const listed = Object.keys(userColumns).filter((name) => name !== 'users.id')

  expect((await selectUserColumns()).toSorted()).toEqual(listed.toSorted())
})

test('each file of an export belongs to one column', () => {
  const files = Object.values(userColumns).flatMap(({ export: exported }) =>
    typeof exported === 'string' ? [] : [exported.file],
  )
  expect(new Set(files).size).toBe(files.length)
})
