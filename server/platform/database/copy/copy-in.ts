import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { escapeIdentifier, type Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import type { DatabaseCopy } from './database-copy.ts'
import { describePartitions, orderByReferences } from './describe-tables.ts'

/** The rows of a table in `COPY` format: a stream and the transforms it passes through. */
export type RowSource = (table: CopiedTable) => [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]
type CopiedTable = DatabaseCopy['tables'][number]

/** True for a database without any table of the app. */
export async function isBlank(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle', 'graphile_worker') and relkind in ('r', 'p')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  )
  return rows.length === 0
}

/** Fills a database of the same migration from a copy, all or nothing. */
export async function copyIn(client: Client, copy: DatabaseCopy, rowsOf: RowSource): Promise<void> {
  await client.query('begin')
  // Rows that the migrations insert are part of the copy.
  await client.query(`truncate ${copy.tables.map(({ name }) => escapeIdentifier(name)).join(', ')} cascade`)
  await makePartitions(client, copy.partitions)
  const tables = new Map(copy.tables.map((table) => [table.name, table]))
  for (const name of await orderByReferences(client, [...tables.keys()])) {
    const table = tables.get(name)
    if (table) await fill(client, table, rowsOf)
  }
  for (const { name, value } of copy.sequences)
    await client.query(`select setval(format('public.%I', $1::text)::regclass, $2)`, [name, value])
  await client.query('commit')
  await client.query('analyze')
}

/** The rows as `copyTables` wrote them to a folder. */
export function rowsIn(folder: string): RowSource {
  return ({ name }) => [createReadStream(join(folder, `${name}.copy.gz`)), createGunzip()]
}

async function fill(client: Client, table: CopiedTable, rowsOf: RowSource): Promise<void> {
  const name = escapeIdentifier(table.name)
  const columns = table.columns.map(escapeIdentifier).join(', ')
  // Rows that triggers maintain are part of the copy too.
  await client.query(`alter table ${name} disable trigger user`)
  const target = client.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline([...rowsOf(table), target])
  await client.query(`alter table ${name} enable trigger user`)
  if (target.rowCount !== table.rows)
    throw new Error(`${table.name} should have ${table.rows} rows and got ${target.rowCount}`)
}

async function makePartitions(client: Client, partitions: DatabaseCopy['partitions']): Promise<void> {
  const present = new Set((await describePartitions(client)).map(({ name }) => name))
  for (const { name, parent, bound } of partitions)
    if (!present.has(name))
      await client.query(
        `create table ${escapeIdentifier(name)} partition of ${escapeIdentifier(parent)} ${bound}`,
      )
}
