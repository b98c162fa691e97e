import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client } from 'pg'
import { z } from 'zod/mini'

import { databaseCode, type DatabaseAddress } from './database.ts'
import { StartRefused } from './postgres/start-refused.ts'

/** Any number that no other program on the same server is likely to lock. */
const migrationLock = 724_410_553

const everyMigration = join(import.meta.dirname, '../../db/migrations')

/** A migration by its time and the hash of its statements. */
export type MigrationMark = { at: number; hash: string }

/**
 * Milliseconds. Whoever reads a table waits behind a migration that waits for it: rather than that it gives up soon,
 * lets everybody through and tries again.
 */
const waitsForTable = 500
const triesAgainAfter = 500
const triesFor = 120_000

/**
 * Brings the schema to this program's version, forward only. All of it is one transaction under an advisory
 * lock: nodes that start together wait for one another, and an interrupted run leaves nothing. A node of the version
 * before may go on reading and writing meanwhile.
 */
export async function migrateDatabase(
  address: DatabaseAddress,
  migrationsFolder: string = everyMigration,
): Promise<void> {
  const client = new Client({ ...address, application_name: 'scripthaven migrations' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`set lock_timeout = ${waitsForTable}`)
    const tryUntil = performance.now() + triesFor
    while (!(await migrateOnce(client, migrationsFolder))) {
      if (performance.now() > tryUntil)
        throw new StartRefused(
          'The database cannot be brought to this version: something holds its tables. Look for transactions that ' +
            'stay open (select * from pg_stat_activity), end them and start again. Nothing was changed.',
        )
      await pause(triesAgainAfter)
    }
  } finally {
    await client.end()
  }
}

/** False when somebody else held a table for too long. */
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
  const known = readMigrationFiles({ migrationsFolder: everyMigration })
  return known.some((migration) => migration.folderMillis === at && migration.hash === hash)
}

const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/** Makes the schema that an older version had, for rows that were written under it. */
export async function migrateUpTo(address: DatabaseAddress, { at }: MigrationMark): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-migrations-'))
  try {
    await cp(everyMigration, folder, { recursive: true })
    const path = join(folder, 'meta', '_journal.json')
    const journal = Journal.parse(JSON.parse(await readFile(path, 'utf8')))
    const entries = journal.entries.filter(({ when }) => when <= at)
    await writeFile(path, JSON.stringify({ ...journal, entries }))
    await migrateDatabase(address, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
