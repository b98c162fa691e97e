import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { z } from 'zod/mini'

import { StartupError } from '#postgres-launcher/startup-error.ts'

import { databaseCode } from './database-errors.ts'
import { type DatabaseConfig, onOwnConnection, type Db } from './database.ts'

/** An arbitrary advisory lock id, unlikely to be used by another program on the same server. */
const migrationLock = 724_410_553

const allMigrations = join(import.meta.dirname, '../../../db/migrations')

/** Identifies a migration: its timestamp and the hash of its statements. */
type MigrationMark = { at: number; hash: string }

/**
 * Milliseconds. Readers of a table queue behind a migration that waits for its lock, so a migration gives up soon, lets
 * them through and retries.
 */
const lockTimeout = 500
const retryDelay = 500
const retriesFor = 120_000

/**
 * Runs all missing migrations, forward only, in one transaction under an advisory lock: nodes that start together wait
 * for each other, and an interrupted run changes nothing. Nodes of the previous version keep reading and writing.
 */
export async function migrateDatabase(
  config: DatabaseConfig,
  migrationsFolder: string = allMigrations,
): Promise<void> {
  const client = new Client({ ...config, application_name: 'scripthaven migrations' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`set lock_timeout = ${lockTimeout}`)
    const retryUntil = performance.now() + retriesFor
    while (!(await migrateOnce(client, migrationsFolder))) {
      if (performance.now() > retryUntil)
        throw new StartupError(
          'The database cannot be migrated: its tables are locked. Look for open transactions ' +
            '(select * from pg_stat_activity), end them and start again. Nothing was changed.',
        )
      await pause(retryDelay)
    }
  } finally {
    await client.end()
  }
}

/** False when a table was locked for longer than `lockTimeout`. */
async function migrateOnce(client: Client, migrationsFolder: string): Promise<boolean> {
  try {
    await migrate(drizzle(client), { migrationsFolder })
    return true
  } catch (error) {
    if (databaseCode(error) === '55P03') return false
    throw error
  }
}

export function isKnownMigration({ at, hash }: MigrationMark): boolean {
  const known = readMigrationFiles({ migrationsFolder: allMigrations })
  return known.some((migration) => migration.folderMillis === at && migration.hash === hash)
}

const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/** Creates the schema of an older version, for restoring a backup of that version. */
export async function migrateUpTo(config: DatabaseConfig, { at }: MigrationMark): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-migrations-'))
  try {
    await cp(allMigrations, folder, { recursive: true })
    const path = join(folder, 'meta', '_journal.json')
    const journal = Journal.parse(JSON.parse(await readFile(path, 'utf8')))
    const entries = journal.entries.filter(({ when }) => when <= at)
    await writeFile(path, JSON.stringify({ ...journal, entries }))
    await migrateDatabase(config, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Builds indexes without stopping writes. `indexes` has their names, and what follows `create index … on`. An
 * interrupted build leaves an invalid index, which is built again.
 */
export function createMissingIndexes(db: Db, indexes: Readonly<Record<string, string>>): Promise<void> {
  return onOwnConnection(db, async (client) => {
    for (const [name, definition] of Object.entries(indexes)) await createIndex(client, name, definition)
  })
}

async function createIndex(client: Client, name: string, definition: string): Promise<void> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  )
  if (rows[0]?.isValid) return
  if (rows[0]) await client.query(`drop index concurrently ${name}`)
  await client.query(`create index concurrently ${name} on ${definition}`)
}
