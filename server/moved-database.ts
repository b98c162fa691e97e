import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#platform/config.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

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
