import { clearDatabase } from '#platform/database/copy/describe-tables.ts'
import { copyAcross, isBlank } from '#platform/database/copy/copy-tables.ts'
import { connectForCopies } from '#platform/database/copy/snapshot.ts'
import type { DatabaseConfig } from '#platform/database/database.ts'
import { migrateDatabase } from '#platform/database/migrate.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'

import { BackupError, messageOf } from './backup-folder.ts'

type Client = Awaited<ReturnType<typeof connectForCopies>>

const versionMin = 150_000

/** Copies a database without other clients into an empty one. A failed move leaves the target empty. */
export async function moveDatabase(
  from: DatabaseConfig,
  to: DatabaseConfig,
): Promise<{ rows: number; tables: number }> {
  const target = await connectToTarget(to)
  try {
    await assertUsable(target)
    return await copyDatabase(from, to, target)
  } finally {
    await target.end()
  }
}

async function connectToTarget(to: DatabaseConfig): Promise<Client> {
  return connectForCopies(to).catch((error: unknown) => {
    throw new BackupError(`The target server cannot be reached: ${messageOf(error)}\nNothing was changed.`)
  })
}

async function assertUsable(target: Client): Promise<void> {
  const { rows } = await target.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const { version = '', number = 0 } = rows[0] ?? {}
  if (number < versionMin)
    throw new BackupError(
      `The target server is PostgreSQL ${version}. Version 15 or newer is required. Nothing was changed.`,
    )
  if (!(await isBlank(target)))
    throw new BackupError(
      'The target database is not empty. Nothing was changed. Create an empty one: create database scripthaven;',
    )
}

async function copyDatabase(from: DatabaseConfig, to: DatabaseConfig, target: Client) {
  await migrateDatabase(from)
  await migrateJobs(from)
  const source = await connectForCopies(from)
  try {
    await migrateDatabase(to)
    await migrateJobs(to)
    const { differences, ...moved } = await copyAcross(source, target)
    const [first] = differences
    if (first)
      throw new Error(`${first.table} differs in the target: ${first.target} instead of ${first.source}`)
    return moved
  } catch (error) {
    throw await undo(to, error)
  } finally {
    await source.end()
  }
}

/** Uses a new connection: the one of the move may be broken. */
async function undo(to: DatabaseConfig, cause: unknown): Promise<BackupError> {
  const failed = `The move failed: ${messageOf(cause)}\nThe source database did not change.`
  try {
    const client = await connectForCopies(to)
    await clearDatabase(client).finally(() => client.end())
    return new BackupError(`${failed} The target database is empty again.`, { cause })
  } catch (error) {
    return new BackupError(
      `${failed} The target database could not be emptied (${messageOf(error)}): ` +
        'drop and create it before you try again.',
      { cause },
    )
  }
}
