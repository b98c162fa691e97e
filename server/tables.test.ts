import { globSync } from 'node:fs'
import { join } from 'node:path'

import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const { db } = await startTestApp()

const files = globSync('**/*.tables.ts', { cwd: import.meta.dirname })
const modules: object[] = await Promise.all(
  files.map(async (file) => import(join(import.meta.dirname, file))),
)
const tables = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table))

test('the columns of the tables are those of the migrated database', async () => {
  const { rows } = await db.execute<{ column: string }>(sql`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else '' end as column
    from information_schema.columns where table_schema = 'public'`)
  const migrated = new Set(rows.map(({ column }) => column))
  const declared = tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}${column.notNull ? '' : ' null'}`),
  )

  expect(declared.length).toBeGreaterThan(300)
  expect(declared.filter((column) => !migrated.has(column))).toEqual([])
})

test('the foreign keys of the tables are those of the migrated database', async () => {
  const actions = { a: 'no action', c: 'cascade', n: 'set null', r: 'restrict', d: 'set default' }
  const { rows } = await db.execute<{
    from: string
    columns: string[]
    to: string
    action: keyof typeof actions
  }>(sql`
    select conrelid::regclass::text as from, confrelid::regclass::text as to, confdeltype as action,
      array(select attname::text from unnest(conkey) with ordinality key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  const migrated = rows.map(
    ({ from, columns, to, action }) => `${from}(${columns.join()}) ${to} ${actions[action]}`,
  )
  const declared = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference()
      const names = columns.map((column) => column.name)
      return `${name}(${names.join()}) ${getTableConfig(foreignTable).name} ${key.onDelete ?? 'no action'}`
    }),
  )

  expect(declared.length).toBeGreaterThan(40)
  expect(declared.toSorted()).toEqual(migrated.toSorted())
})
