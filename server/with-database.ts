import { join } from 'node:path'

import type { Config } from '#platform/config.ts'
import { openDatabase, type DatabaseConfig, type Db } from '#platform/database/database.ts'
import { migrateDatabase } from '#platform/database/migrate.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { launchPostgres } from '#postgres-launcher/launch.ts'

import { assertDatabaseNotMoved } from './moved-database.ts'

type Connection = {
  database: DatabaseConfig
  /** The app is running on this database, so the schema is the one of that app. */
  wasRunning: boolean
}

/** Uses the server of DATABASE_URL or of the running app, or starts the built-in one for the duration of the work. */
export async function withServer<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== undefined)
    return work({ database: { connectionString: config.databaseUrl }, wasRunning: false })
  assertDatabaseNotMoved(config)
  const server = await launchPostgres(join(config.dataDir, 'postgres'))
  try {
    return await work({ database: server.connection, wasRunning: server.wasRunning })
  } finally {
    // A server that was already running belongs to the app.
    if (!server.wasRunning) await server.stop()
  }
}

/** With the schema of this version. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  return withServer(config, async ({ database, wasRunning }) => {
    if (!wasRunning) {
      await migrateDatabase(database)
      await migrateJobs(database)
    }
    const opened = openDatabase(database, { connectionsMax: 2 })
    return work(opened.db).finally(() => opened.close())
  })
}
