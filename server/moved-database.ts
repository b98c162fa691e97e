import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#platform/config.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

const noteIn = (dataDir: string) => join(dataDir, 'database-moved')

/** Called when the built-in database has been moved to a server. */
export async function noteMoved(dataDir: string, place: string): Promise<void> {
  await writeFile(noteIn(dataDir), `The database of this hub lies at ${place} now.\n`, { mode: 0o600 })
}

/**
 * Whoever forgets DATABASE_URL would go on with the rows of before the move, and the nightly sweep would take away all
 * files that only the moved rows name.
 */
export function refuseMoved({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  const note = noteIn(dataDir)
  if (databaseUrl !== undefined || !existsSync(note)) return
  throw new StartRefused(
    `The database of this hub was moved to a PostgreSQL server. Set DATABASE_URL. ` +
      `To go back to the rows of before the move, delete ${note}.`,
  )
}
