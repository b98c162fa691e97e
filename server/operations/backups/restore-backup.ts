import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { forEachConcurrent } from '#platform/concurrency.ts'
import { clearDatabase } from '#platform/database/copy/describe-tables.ts'
import { copyIn, isBlank, rowsIn, type DatabaseCopy } from '#platform/database/copy/copy-tables.ts'
import { connectForCopies, openSnapshots } from '#platform/database/copy/snapshot.ts'
import type { DatabaseConfig } from '#platform/database/database.ts'
import { isKnownMigration, migrateDatabase, migrateUpTo } from '#platform/database/migrate.ts'
import { ignoreMissing } from '#platform/storage/disk-errors.ts'
import { hashFile } from '#platform/storage/hash-file.ts'
import { stageStream } from '#platform/storage/staging.ts'
import { fileKinds, isKey, type FileStore } from '#platform/storage/store.ts'

import { analysisPriority, updateAllToWaiting } from '#server/archives/archives.public.ts'

import { BackupError, keyOfPath, messageOf, pathsIn, readChecksums, readManifest } from './backup-folder.ts'

type RestoreTarget = {
  database: DatabaseConfig
  files: FileStore
  staging: string
  /** Undefined when TOKEN_SECRET is set. */
  secretPath: string | undefined
}

type RestoreSummary = { madeAt: string; rows: number; files: number }

const concurrency = 8
/** Nearly all files are images of some ten kilobytes; they are faster without streams. */
const inMemoryMax = 1 << 20

/** Restores a backup into an empty site and verifies the checksum of every file. A failed restore leaves it empty. */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<RestoreSummary> {
  const { database, version, madeAt } = await readManifest(folder)
  if (!isKnownMigration(database.migration))
    throw new BackupError(
      `The backup was made by version ${version}, and this version does not know its database schema. ` +
        `Restore it with version ${version} or newer.`,
    )
  await assertNoFiles(target.files)
  const client = await connectForCopies(target.database)
  try {
    if (!(await isBlank(client)))
      throw new BackupError(
        'The database is not empty. Restore a backup into an empty DATA_DIR, or with DATABASE_URL into an empty database.',
      )
    await verifyDatabaseFiles(
      folder,
      database.tables.map(({ name }) => `rows/${name}.copy.gz`),
    )
    const files = await restoreAll(target, folder, client, database).catch(async (error: unknown) => {
      await undo(target, error)
      throw error
    })
    return { madeAt, rows: database.tables.reduce((sum, { rows }) => sum + rows, 0), files }
  } finally {
    await client.end()
  }
}

async function restoreAll(
  target: RestoreTarget,
  folder: string,
  client: Awaited<ReturnType<typeof connectForCopies>>,
  copy: DatabaseCopy,
): Promise<number> {
  const paths = pathsIn(folder)
  const files = await copyFiles(target, folder)
  await migrateUpTo(target.database, copy.migration)
  await copyIn(client, copy, rowsIn(paths.rows))
  await migrateDatabase(target.database)
  await requestPacks(target.database)
  if (target.secretPath !== undefined) await copySecret(paths.secret, target.secretPath)
  return files
}

/** A backup has no packs. */
async function requestPacks(database: DatabaseConfig): Promise<void> {
  const snapshots = await openSnapshots(database)
  try {
    await snapshots.now((db) => updateAllToWaiting(db, analysisPriority.backfill))
  } finally {
    await snapshots.close()
  }
}

/** The database and the store were empty before, so everything in them is from the failed restore. */
async function undo({ database, files, secretPath }: RestoreTarget, cause: unknown): Promise<void> {
  try {
    const client = await connectForCopies(database)
    await clearDatabase(client).finally(() => client.end())
    for (const kind of fileKinds) for await (const { key } of files.list(kind)) await files.remove([key])
    if (secretPath !== undefined) await rm(secretPath, { force: true })
  } catch (error) {
    throw new BackupError(
      `The restore failed: ${messageOf(cause)}\nThe restored data could not be removed (${messageOf(error)}): ` +
        'empty DATA_DIR (or the bucket), and with DATABASE_URL the database, before you try again.',
      { cause },
    )
  }
}

async function assertNoFiles(files: FileStore): Promise<void> {
  for (const kind of fileKinds)
    for await (const { key } of files.list(kind))
      throw new BackupError(
        `The file store is not empty (${key}). Restore a backup into an empty DATA_DIR, or an empty bucket.`,
      )
}

/** Everything but the stored files is small, so a damaged backup is rejected before anything is written. */
async function verifyDatabaseFiles(folder: string, tables: readonly string[]): Promise<void> {
  const unverified = new Set([...tables, 'manifest.json'])
  for await (const { sha256, path } of readChecksums(folder)) {
    if (keyOfPath(path) !== undefined) continue
    const actual = await hashFile(join(folder, path)).catch(ignoreMissing)
    if (actual !== sha256) throw damagedError(path)
    unverified.delete(path)
  }
  for (const path of unverified) throw damagedError(path)
}

async function copyFiles({ files, staging }: RestoreTarget, folder: string): Promise<number> {
  let count = 0
  await forEachConcurrent(readChecksums(folder), concurrency, async ({ sha256, path }) => {
    const key = keyOfPath(path)
    if (key === undefined) return
    const isCopied = isKey(key) && (await copyFile({ files, staging }, join(folder, path), key, sha256))
    if (!isCopied) throw damagedError(path)
    count += 1
  })
  return count
}

/** False when the file is missing or its checksum differs. */
async function copyFile(
  { files, staging }: Pick<RestoreTarget, 'files' | 'staging'>,
  path: string,
  key: string,
  sha256: string,
): Promise<boolean> {
  const stats = await stat(path).catch(ignoreMissing)
  if (!stats) return false
  if (stats.size <= inMemoryMax) {
    const bytes = await readFile(path)
    if (hash('sha256', bytes) !== sha256) return false
    await files.write(key, bytes)
    return true
  }
  const staged = await stageStream(staging, createReadStream(path, { highWaterMark: 1 << 20 }), {
    sizeMax: Infinity,
  })
  if (staged.sha256 === sha256) await files.importFile(staged.path, key)
  else await staged.discard()
  return staged.sha256 === sha256
}

async function copySecret(from: string, to: string): Promise<void> {
  const secret = await readFile(from).catch(ignoreMissing)
  if (secret) await writeFile(to, secret, { mode: 0o600 })
}

function damagedError(path: string): BackupError {
  return new BackupError(
    `The backup is damaged: ${path} is missing or its content has changed. Nothing was restored.`,
  )
}
