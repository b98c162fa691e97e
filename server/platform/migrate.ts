import { join } from 'node:path'

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'

import type { DatabaseAddress } from './database.ts'

/** Any number that no other program on the same server is likely to lock. */
const migrationLock = 724_410_553

/**
 * Brings the schema to this program's version, forward only. All of it is one transaction under an advisory
 * lock: nodes that start together wait for one another, and an interrupted run leaves nothing.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  const client = new Client({ ...address, application_name: 'scripthaven migrations' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, '../../db/migrations') })
  } finally {
    await client.end()
  }
}
