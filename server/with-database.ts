import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

import type { Config } from '#platform/config.ts'
import { openDatabase, type DatabaseConfig, type Db } from '#platform/database/database.ts'
import { migrateDatabase } from '#platform/database/migrate.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { launchPostgres } from '#postgres-launcher/launch.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

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

const markerIn = (dataDir: string) => join(dataDir, 'database-moved')

/** Records that the built-in database was moved to a server. */
export async function markDatabaseMoved(dataDir: string, target: string): Promise<void> {
  await writeFile(markerIn(dataDir), `The database was moved to ${target}.\n`, { mode: 0o600 })
}

/** Without DATABASE_URL the old rows would be used, and the nightly sweep would delete all files added since the move. */
export function assertDatabaseNotMoved({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  const marker = markerIn(dataDir)
  if (databaseUrl !== undefined || !existsSync(marker)) return
  throw new StartupError(
    `The database was moved to a PostgreSQL server. Set DATABASE_URL. ` +
      `To use the built-in database as it was before the move, delete ${marker}.`,
  )
}
