import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { describePartitions, describeTables } from './describe-tables.ts'
import type { DatabaseCopy } from './database-copy.ts'

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
export async function describeCopy(client: Client): Promise<Omit<DatabaseCopy, 'tables'>> {
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
