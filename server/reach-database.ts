import { join } from 'node:path'

import type { Config } from '#platform/config.ts'
import { openDatabase, type DatabaseAddress, type Db } from '#platform/database.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrateDatabase } from '#platform/migrate.ts'
import { launchPostgres } from '#platform/postgres/launch.ts'

import { refuseMoved } from './moved-database.ts'

type Reached = {
  address: DatabaseAddress
  /** A hub runs on it at this moment, so its schema is that hub's. */
  adopted: boolean
}

/** On the server of a running hub, or on one that is started for as long as the work takes. */
export async function withServer<T>(config: Config, work: (reached: Reached) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined)
    return work({ address: { connectionString: config.databaseUrl }, adopted: false })
  refuseMoved(config)
  const server = await launchPostgres(join(config.dataDir, 'postgres'))
  try {
    return await work({ address: server.connection, adopted: server.adopted })
  } finally {
    // A server that was found running is a hub's.
    if (!server.adopted) await server.stop()
  }
}

/** On the database as this version has it. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  await withServer(config, async ({ address, adopted }) => {
    if (!adopted) {
      await migrateDatabase(address)
      await migrateJobs(address)
    }
    const database = openDatabase(address, { connectionsMax: 2 })
    await work(database.db).finally(() => database.close())
  })
}
