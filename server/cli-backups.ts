import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openSnapshots } from '#platform/database/copy/snapshot.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/database/database.ts'
import { filesFolder, openStorage, openDiskStorage, type Storage } from '#platform/storage/open-storage.ts'
import { createLog } from '#platform/log.ts'
import { lockDataFolder } from '#postgres-launcher/lock-folder.ts'

import {
  BackupError,
  checkFiles,
  moveDatabase,
  moveFiles,
  restoreBackup,
  writeBackup,
} from './operations/operations.public.ts'
import { markDatabaseMoved, withServer } from './with-database.ts'

/** A backup with missing or damaged files is complete otherwise; the exit code reports them. */
export async function backUp(config: Config, folder: string): Promise<void> {
  assertDataExists(config)
  const { problems, ...saved } = await withStorage(config, ({ files }) =>
    withServer(config, ({ database }) =>
      writeBackup({ database, files, secretPath: secretPath(config) }, folder),
    ),
  )
  console.log(`Saved ${saved.rows} rows and ${saved.files} files in ${folder}`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

export async function restore(config: Config, folder: string): Promise<void> {
  const lock = await lockDataFolder(config.dataDir)
  try {
    const restored = await withStorage(config, ({ files, staging }) =>
      withServer(config, ({ database }) =>
        restoreBackup({ database, files, staging, secretPath: secretPath(config) }, folder),
      ),
    )
    console.log(
      `Restored ${restored.rows} rows and ${restored.files} files of ${restored.madeAt}. All checksums match.`,
    )
  } finally {
    lock.release()
  }
}

/** Moves only the database; files stay in DATA_DIR or in the bucket. */
export async function moveToPostgres(config: Config, url: string): Promise<void> {
  if (config.databaseUrl !== undefined)
    throw new BackupError('DATABASE_URL is set: the database is already on a PostgreSQL server.')
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol))
    throw new BackupError('The argument must be a database URL: postgres://user:password@host/database')
  assertDataExists(config)
  const lock = await lockDataFolder(config.dataDir)
  try {
    const moved = await withServer(config, ({ database }) =>
      moveDatabase(database, { connectionString: url }),
    )
    const { host, pathname } = new URL(url)
    await markDatabaseMoved(config.dataDir, `${host}${pathname}`)
    console.log(
      `Moved ${moved.rows} rows of ${moved.tables} tables and compared every row. ` +
        `Start the app with this URL in DATABASE_URL and the same DATA_DIR. ` +
        `${join(config.dataDir, 'postgres')} did not change; remove it when everything works.`,
    )
  } finally {
    lock.release()
  }
}

export async function checkStore(config: Config, hash: boolean): Promise<void> {
  assertDataExists(config)
  let problems = 0
  await withStorage(config, ({ files }) =>
    withSnapshot(config, async (db) => {
      for await (const problem of checkFiles({ db, files, clock: systemClock }, { hash })) {
        problems += 1
        console.log(problem)
      }
    }),
  )
  console.log(problems === 0 ? 'All rows and files match.' : `Problems found: ${problems}`)
  if (problems > 0) process.exitCode = 1
}

/** Copies the files between DATA_DIR and the bucket of S3_*, also while the app runs. */
export async function moveStore(config: Config, target: string): Promise<void> {
  if (target !== 'bucket' && target !== 'disk') throw new BackupError('The argument must be bucket or disk.')
  if (!config.s3)
    throw new BackupError('No bucket is configured. Set S3_ENDPOINT and the other S3 variables.')
  if (target === 'bucket') assertDataExists({ ...config, s3: undefined })
  const disk = await openDiskStorage(filesFolder(config))
  const { moved, present, problems } = await withStorage(config, (bucket) =>
    withSnapshot(config, (db) =>
      target === 'bucket' ? moveFiles(db, disk.files, bucket) : moveFiles(db, bucket.files, disk),
    ),
  )
  console.log(`Copied ${moved} files to the ${target}; ${present} already existed.`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** Reads one snapshot of the database. */
async function withSnapshot<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  return withServer(config, async ({ database }) => {
    const snapshots = await openSnapshots(database)
    try {
      return await snapshots.now(work)
    } finally {
      await snapshots.close()
    }
  })
}

async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(
    config,
    createLog('error', (text) => process.stderr.write(text)),
  )
  try {
    return await work(storage)
  } finally {
    storage.close()
  }
}

/** A wrong DATA_DIR would otherwise be backed up as an empty site. */
function assertDataExists(config: Config): void {
  const { databaseUrl, dataDir, s3 } = config
  if (databaseUrl !== undefined && s3 !== undefined) return
  const folder = databaseUrl === undefined ? join(dataDir, 'postgres') : filesFolder(config)
  if (!existsSync(folder)) throw new BackupError(`There is no site in ${dataDir}. Set DATA_DIR.`)
}

function secretPath(config: Config): string | undefined {
  return config.tokenSecret === undefined ? join(config.dataDir, 'token-secret') : undefined
}
