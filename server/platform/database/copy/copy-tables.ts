import { createWriteStream, createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, createGunzip } from 'node:zlib'

import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo, from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod/mini'

import { describePartitions, describeTables, orderByReferences, type TableShape } from './describe-tables.ts'

const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))

/** The metadata of a copy. The rows are in one file per table. */
export const DatabaseCopy = z.object({
  /** The last migration that the database had. */
  migration: z.object({ at: z.number(), hash: z.string() }),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: z.number() })),
  /** `bound` is SQL that a restore executes, so only the form that the app writes is accepted. */
  partitions: z.array(
    z.object({
      name: identifier,
      parent: identifier,
      bound: z.string().check(z.regex(/^FOR VALUES FROM \('[\d :+-]+'\) TO \('[\d :+-]+'\)$/)),
    }),
  ),
  sequences: z.array(z.object({ name: identifier, value: z.string().check(z.regex(/^\d+$/)) })),
})
export type DatabaseCopy = z.infer<typeof DatabaseCopy>

/**
 * Writes each table to a gzipped file in `COPY` format. It streams, so memory does not grow with the tables. The
 * caller's transaction is the common snapshot.
 */
export async function copyTables(client: Client, folder: string): Promise<DatabaseCopy> {
  await mkdir(folder, { mode: 0o700 })
  const tables = []
  for (const { name, columns } of await describeTables(client)) {
    const list = columns.map(escapeIdentifier).join(', ')
    // A query, because COPY does not accept a partitioned table.
    const source = client.query(copyTo(`copy (select ${list} from ${escapeIdentifier(name)}) to stdout`))
    const target = createWriteStream(join(folder, `${name}.copy.gz`), {
      flags: 'wx',
      mode: 0o600,
      flush: true,
    })
    await pipeline(source, createGzip({ level: 3 }), target)
    tables.push({ name, columns, rows: source.rowCount })
  }
  return { ...(await describeCopy(client)), tables }
}

/** The metadata of a copy, without its tables. */
async function describeCopy(client: Client): Promise<Omit<DatabaseCopy, 'tables'>> {
  return {
    migration: await lastMigration(client),
    partitions: (await describePartitions(client)).filter(({ bound }) => bound !== 'DEFAULT'),
    sequences: await readSequences(client),
  }
}

async function lastMigration(client: Client): Promise<DatabaseCopy['migration']> {
  const { rows } = await client.query<{ at: string; hash: string }>(
    'select created_at as at, hash from drizzle.__drizzle_migrations order by created_at desc limit 1',
  )
  const [last] = rows
  if (!last) throw new Error('The database has no migrations')
  return { at: Number(last.at), hash: last.hash }
}

/** Sequences are not transactional: read after the snapshot began, they are never behind its rows. */
async function readSequences(client: Client): Promise<DatabaseCopy['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

/** The rows of a table in `COPY` format: a stream and the transforms it passes through. */
type RowSource = (table: CopiedTable) => [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]
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

/** A table whose rows differ between two databases. */
type Difference = { table: string; source: string; target: string }

/** Rate limits are transient. Unfinished uploads are copied, because their files remain where they are. */
const transientTables = ['limits']

/**
 * Copies a snapshot of one database into another one of the same migration, all or nothing. Then the checksums of all
 * tables are compared.
 */
export async function copyAcross(
  source: Client,
  target: Client,
): Promise<{ rows: number; tables: number; differences: Difference[] }> {
  await source.query('begin isolation level repeatable read read only')
  const shapes = await describeTables(source, transientTables)
  const tables = []
  for (const shape of shapes) tables.push({ ...shape, rows: (await checksum(source, shape)).rows })
  const copy = { ...(await describeCopy(source)), tables }
  await copyIn(target, copy, ({ name, columns }) => [
    source.query(copyTo(`copy (${selectionOf({ name, columns })}) to stdout`)),
  ])
  await moveJobs(source, target)
  const differences: Difference[] = []
  for (const shape of shapes) {
    const before = await checksum(source, shape)
    const after = await checksum(target, shape)
    if (before.sum !== after.sum)
      differences.push({ table: shape.name, source: before.sum, target: after.sum })
  }
  await source.query('rollback')
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length, differences }
}

function selectionOf({ name, columns }: TableShape): string {
  return `select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}`
}

/** The number of rows of a table and a sum over their hashes, which does not depend on their order. */
async function checksum(client: Client, shape: TableShape): Promise<{ rows: number; sum: string }> {
  const { rows } = await client.query<{ count: string; sum: string }>(
    `select count(*)::text as count, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint), 0)::text as sum
     from (${selectionOf(shape)}) as one`,
  )
  const { count = '0', sum = '0' } = rows[0] ?? {}
  return { rows: Number(count), sum: `${count} rows, sum ${sum}` }
}

/** Copies pending jobs, such as unsent emails. Scheduled jobs are left out: the target schedules its own. */
async function moveJobs(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ job: string }>(
    `select json_build_object('name', t.identifier, 'payload', j.payload, 'at', j.run_at, 'max', j.max_attempts)::text as job
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts < j.max_attempts and j.payload ->> '_cron' is null order by j.id`,
  )
  for (const { job } of rows)
    await target.query(
      `select from json_to_record($1) as job (name text, payload json, at timestamptz, max integer),
         lateral graphile_worker.add_job(name, payload, run_at => at, max_attempts => max)`,
      [job],
    )
}
