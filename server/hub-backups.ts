import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openSnapshots } from '#platform/backup/snapshot.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/database.ts'
import { filesFolder, openFiles, openOnDisk, type OpenedFiles } from '#platform/files/open-files.ts'
import { openLog } from '#platform/log.ts'
import { lockFolder } from '#platform/postgres/lock-folder.ts'

import {
  BackupRefused,
  checkFiles,
  moveDatabase,
  moveFiles,
  restoreBackup,
  writeBackup,
} from './backups/backups.public.ts'
import { noteMoved } from './moved-database.ts'
import { withServer } from './reach-database.ts'

/** Problems do not keep a backup from being made, but whoever runs it must hear of them. */
export async function backUp(config: Config, folder: string): Promise<void> {
  requireHub(config)
  const { problems, ...made } = await withFiles(config, ({ files }) =>
    withServer(config, ({ address }) => writeBackup({ address, files, secret: secretFile(config) }, folder)),
  )
  console.log(`Saved ${made.rows} rows and ${made.files} files in ${folder}`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

export async function restore(config: Config, folder: string): Promise<void> {
  const lock = await lockFolder(config.dataDir)
  try {
    const restored = await withFiles(config, ({ files, staging }) =>
      withServer(config, ({ address }) =>
        restoreBackup({ address, files, staging, secret: secretFile(config) }, folder),
      ),
    )
    console.log(
      `Restored ${restored.rows} rows and ${restored.files} files as they were at ${restored.madeAt}. ` +
        `Every file is the one that was saved.`,
    )
  } finally {
    lock.release()
  }
}

/** The files stay where they are: nodes have the same ones, and a bucket is another matter. */
export async function moveToPostgres(config: Config, url: string): Promise<void> {
  if (config.databaseUrl !== undefined)
    throw new BackupRefused('DATABASE_URL is set: the database of this hub lies on a server already.')
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol))
    throw new BackupRefused('Name the address of the database as postgres://user:password@host/database.')
  requireHub(config)
  const lock = await lockFolder(config.dataDir)
  try {
    const moved = await withServer(config, ({ address }) => moveDatabase(address, { connectionString: url }))
    const { host, pathname } = new URL(url)
    await noteMoved(config.dataDir, `${host}${pathname}`)
    console.log(
      `Moved ${moved.rows} rows of ${moved.tables} tables and compared them, row for row. ` +
        `Start the hub with this address in DATABASE_URL and the same DATA_DIR. ` +
        `${join(config.dataDir, 'postgres')} is as it was; remove it when all is well.`,
    )
  } finally {
    lock.release()
  }
}

export async function checkStore(config: Config, hash: boolean): Promise<void> {
  requireHub(config)
  let problems = 0
  await withFiles(config, ({ files }) =>
    withRows(config, async (db) => {
      for await (const problem of checkFiles({ db, files, clock: systemClock }, { hash })) {
        problems += 1
        console.log(problem)
      }
    }),
  )
  console.log(problems === 0 ? 'Rows and files agree.' : `${problems} problems were found.`)
  if (problems > 0) process.exitCode = 1
}

/** Between DATA_DIR and the bucket of S3_*, while the hub runs or not; the files stay where they were as well. */
export async function moveStore(config: Config, where: string): Promise<void> {
  if (where !== 'bucket' && where !== 'disk') throw new BackupRefused('Say where to: bucket or disk.')
  if (!config.s3) throw new BackupRefused('There is no bucket. Set S3_ENDPOINT and the others.')
  if (where === 'bucket') requireHub({ ...config, s3: undefined })
  const disk = await openOnDisk(filesFolder(config))
  const { moved, present, problems } = await withFiles(config, (bucket) =>
    withRows(config, (db) =>
      where === 'bucket' ? moveFiles(db, disk.files, bucket) : moveFiles(db, bucket.files, disk),
    ),
  )
  console.log(`Copied ${moved} files to the ${where}; ${present} were there already.`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** The rows as of one moment. */
async function withRows<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  return withServer(config, async ({ address }) => {
    const snapshots = await openSnapshots(address)
    try {
      return await snapshots.now(work)
    } finally {
      await snapshots.close()
    }
  })
}

async function withFiles<T>(config: Config, work: (opened: OpenedFiles) => Promise<T>): Promise<T> {
  const opened = await openFiles(
    config,
    openLog('error', (text) => process.stderr.write(text)),
  )
  try {
    return await work(opened)
  } finally {
    opened.close()
  }
}

/** A wrong DATA_DIR would otherwise be saved as an empty site. */
function requireHub(config: Config): void {
  const { databaseUrl, dataDir, s3 } = config
  if (databaseUrl !== undefined && s3 !== undefined) return
  const known = databaseUrl === undefined ? join(dataDir, 'postgres') : filesFolder(config)
  if (!existsSync(known)) throw new BackupRefused(`There is no hub in ${dataDir}. Set DATA_DIR.`)
}

function secretFile(config: Config): string | undefined {
  return config.tokenSecret === undefined ? join(config.dataDir, 'token-secret') : undefined
}
