import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { forEachConcurrent } from '#platform/concurrency.ts'
import { copyTables } from '#platform/database/copy/copy-tables.ts'
import { openSnapshots, type Snapshots } from '#platform/database/copy/snapshot.ts'
import type { DatabaseConfig, Db } from '#platform/database/database.ts'
import { isErrorCode } from '#platform/storage/disk-errors.ts'
import { hashFile } from '#platform/storage/hash-file.ts'
import type { FileStore, ReferencedFile } from '#platform/storage/store.ts'
import { version } from '#platform/version.ts'

import {
  backupPathOf,
  BackupError,
  createChecksumFile,
  pathsIn,
  writeManifest,
  type ChecksumFile,
} from './backup-folder.ts'
import { damaged, describeProblem, filesToBackUp, referencedKeys } from './stored-files.ts'

type BackupSource = {
  database: DatabaseConfig
  files: FileStore
  /** Undefined when TOKEN_SECRET is set. */
  secretPath: string | undefined
}

type BackupSummary = { rows: number; files: number; problems: string[] }

/** A file may be deleted before it is copied; the backup then starts over with a new snapshot. */
const attemptsMax = 5
const concurrency = 8

/**
 * Writes a backup while the app runs: all rows of one snapshot, and every file that they reference. The folder is
 * renamed to its final name when it is complete.
 */
export async function writeBackup(source: BackupSource, folder: string): Promise<BackupSummary> {
  const partial = `${folder}.partial`
  const snapshots = await openSnapshots(source.database)
  try {
    await createFolders(folder, partial)
    const summary = await fillFolder(source, snapshots, partial).catch(async (error: unknown) => {
      await rm(partial, { recursive: true, force: true })
      throw error
    })
    await rename(partial, folder)
    return summary
  } finally {
    await snapshots.close()
  }
}

async function fillFolder(
  source: BackupSource,
  snapshots: Snapshots,
  folder: string,
): Promise<BackupSummary> {
  const { files, problems, checksums } = await copyUntilStable(source, snapshots, folder)
  const paths = pathsIn(folder)
  const database = await copyTables(snapshots.client, paths.rows)
  for (const { name } of database.tables) await addChecksum(checksums, folder, `rows/${name}.copy.gz`)
  if (source.secretPath !== undefined && (await copySecret(source.secretPath, paths.secret)))
    await addChecksum(checksums, folder, 'token-secret')
  const madeAt = new Date().toISOString()
  await writeManifest(folder, { format: 1, version, madeAt, database })
  await addChecksum(checksums, folder, 'manifest.json')
  await checksums.close()
  return { rows: database.tables.reduce((sum, { rows }) => sum + rows, 0), files, problems }
}

async function createFolders(folder: string, partial: string): Promise<void> {
  const existing = await readdir(folder).catch(() => undefined)
  if (existing) throw new BackupError(`${folder} already exists. Choose a new folder.`)
  try {
    await mkdir(dirname(partial), { recursive: true })
    await mkdir(partial, { mode: 0o700 })
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error
    throw new BackupError(`${partial} is left from an interrupted backup. Remove it first.`)
  }
}

/** Leaves the snapshot open whose files have all been copied. Copied files are reused by the next attempt. */
async function copyUntilStable(source: BackupSource, snapshots: Snapshots, folder: string) {
  for (let attempt = 1; ; attempt++) {
    const db = await snapshots.begin()
    const checksums = createChecksumFile(folder)
    const { missing, problems, files } = await copyFiles(source.files, db, folder, checksums)
    // A file whose row still exists was lost before: another attempt would not find it either.
    const stillReferenced = await snapshots.now((latest) => referencedKeys(latest, [...missing.keys()]))
    if (stillReferenced.size === missing.size || attempt === attemptsMax) {
      for (const file of missing.values()) problems.push(describeProblem(file, 'is missing'))
      return { files, problems, checksums }
    }
    await checksums.close()
  }
}

async function copyFiles(store: FileStore, db: Db, folder: string, checksums: ChecksumFile) {
  const missing = new Map<string, ReferencedFile>()
  const problems: string[] = []
  let files = 0
  await forEachConcurrent(filesToBackUp(db), concurrency, async (file) => {
    const path = backupPathOf(file.key)
    const sha256 = await exportFile(store, file, join(folder, path))
    if (sha256 === undefined) {
      missing.set(file.key, file)
      return
    }
    if (file.sha256 !== undefined && file.sha256 !== sha256) problems.push(describeProblem(file, damaged))
    await checksums.add(sha256, path)
    files += 1
  })
  return { missing, problems, files }
}

/** Returns the hash of the file, undefined when it is missing. A hard link with a known hash is not read. */
async function exportFile(store: FileStore, file: ReferencedFile, path: string): Promise<string | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const result = await store.exportFile(file.key, path).catch((error: unknown) => {
    if (isErrorCode(error, 'EEXIST')) return 'exists' as const
    throw error
  })
  if (result === 'missing') return undefined
  return result === 'linked' && file.sha256 !== undefined ? file.sha256 : hashFile(path)
}

async function copySecret(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return false
    throw error
  }
}

async function addChecksum(checksums: ChecksumFile, folder: string, path: string): Promise<void> {
  await checksums.add(await hashFile(join(folder, path)), path)
}
