import { clearDatabase } from '#platform/backup/clear-database.ts'
import { copyAcross } from '#platform/backup/copy-across.ts'
import { isBlank } from '#platform/backup/copy-in.ts'
import { connectForCopies } from '#platform/backup/snapshot.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrateDatabase } from '#platform/migrate.ts'

import { BackupRefused } from './backup-folder.ts'

type Client = Awaited<ReturnType<typeof connectForCopies>>

const versionMin = 150_000

/** Moves a database that nobody writes to into a blank one. A move that fails leaves the target as blank as it was. */
export async function moveDatabase(
  from: DatabaseAddress,
  to: DatabaseAddress,
): Promise<{ rows: number; tables: number }> {
  const target = await reach(to)
  try {
    await requireFit(target)
    return await fill(from, to, target)
  } finally {
    await target.end()
  }
}

async function reach(to: DatabaseAddress): Promise<Client> {
  return connectForCopies(to).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupRefused(`The server cannot be reached, nothing was done: ${reason}`)
  })
}

async function requireFit(target: Client): Promise<void> {
  const { rows } = await target.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const { version = '', number = 0 } = rows[0] ?? {}
  if (number < versionMin)
    throw new BackupRefused(
      `The server has PostgreSQL ${version}; a hub needs 15 or newer. Nothing was done.`,
    )
  if (!(await isBlank(target)))
    throw new BackupRefused(
      'The database there is not empty, and nothing was done. Make one for this hub: create database scripthaven;',
    )
}

async function fill(from: DatabaseAddress, to: DatabaseAddress, target: Client) {
  await migrateDatabase(from)
  await migrateJobs(from)
  const source = await connectForCopies(from)
  try {
    await migrateDatabase(to)
    await migrateJobs(to)
    const { differences, ...moved } = await copyAcross(source, target)
    const [first] = differences
    if (first)
      throw new Error(`${first.table} is not the same there: ${first.there} instead of ${first.here}`)
    return moved
  } catch (error) {
    throw await undo(to, error)
  } finally {
    await source.end()
  }
}

/** On a connection of its own: the one of the move may be what broke. */
async function undo(to: DatabaseAddress, cause: unknown): Promise<BackupRefused> {
  const reason = cause instanceof Error ? cause.message : String(cause)
  try {
    const client = await connectForCopies(to)
    await clearDatabase(client).finally(() => client.end())
    return new BackupRefused(
      `The move failed: ${reason}\nThe database there is empty again. Nothing changed here.`,
      {
        cause,
      },
    )
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return new BackupRefused(
      `The move failed: ${reason}\nNothing changed here. The database there could not be emptied (${why}): ` +
        'drop it and create it again before the next try.',
      { cause },
    )
  }
}
