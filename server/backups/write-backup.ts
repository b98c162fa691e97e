import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { copyOut } from '#platform/backup/copy-out.ts'
import { openSnapshots, type Snapshots } from '#platform/backup/snapshot.ts'
import type { DatabaseAddress, Db } from '#platform/database.ts'
import { isErrorCode } from '#platform/files/disk-failures.ts'
import { hashFile } from '#platform/files/hash-file.ts'
import type { FileStore, NamedFile } from '#platform/files/store.ts'
import { version } from '#platform/version.ts'
import { workThrough } from '#platform/work-through.ts'

import { BackupRefused, layoutOf, openSums, placeOf, writeManifest } from './backup-folder.ts'
import { keysNamed, namedFiles } from './named-files.ts'

export type BackupSource = {
  address: DatabaseAddress
  files: FileStore
  /** The file of the secret that the hub made for itself; there is none where TOKEN_SECRET is set. */
  secret: string | undefined
}

export type BackupSummary = { rows: number; files: number; problems: string[] }

/** A file that a row of the snapshot names may be deleted before it is taken: then all begins anew. */
const attemptsMax = 5
const takenAtOnce = 8

/**
 * Writes a folder that `restore` makes the same site of, while the hub runs and writes: all rows as of one moment,
 * and every file that they name. It has its name only once it is whole.
 */
export async function writeBackup(source: BackupSource, folder: string): Promise<BackupSummary> {
  const partial = `${folder}.partial`
  await makeFolders(folder, partial)
  const snapshots = await openSnapshots(source.address)
  try {
    const { files, problems, sums } = await settleFiles(source, snapshots, partial)
    const layout = layoutOf(partial)
    const database = await copyOut(snapshots.client, layout.rows)
    for (const { name } of database.tables) await addSum(sums, partial, `rows/${name}.copy.gz`)
    if (source.secret !== undefined && (await copySecret(source.secret, layout.secret)))
      await addSum(sums, partial, 'token-secret')
    const madeAt = new Date().toISOString()
    await writeManifest(partial, { format: 1, version, madeAt, database })
    await addSum(sums, partial, 'manifest.json')
    await sums.close()
    await rename(partial, folder)
    return { rows: database.tables.reduce((sum, { rows }) => sum + rows, 0), files, problems }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    await snapshots.close()
  }
}

async function makeFolders(folder: string, partial: string): Promise<void> {
  const taken = await readdir(folder).catch(() => undefined)
  if (taken) throw new BackupRefused(`${folder} exists already. Name a folder that does not.`)
  try {
    await mkdir(dirname(partial), { recursive: true })
    await mkdir(partial, { mode: 0o700 })
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error
    throw new BackupRefused(`${partial} was left by a backup that was cut off. Remove it first.`)
  }
}

/** Leaves the snapshot open whose files have all been taken. What an attempt took, the next one finds there. */
async function settleFiles(source: BackupSource, snapshots: Snapshots, folder: string) {
  for (let attempt = 1; ; attempt++) {
    const db = await snapshots.begin()
    const sums = openSums(folder)
    const taken = await takeFiles(source.files, db, folder, sums)
    const { missing, problems } = taken
    // A row that is still there has lost its file long ago, and no attempt brings it back.
    const stillNamed = await snapshots.now((latest) => keysNamed(latest, [...missing.keys()]))
    if (stillNamed.size === missing.size || attempt === attemptsMax) {
      for (const [key, namedBy] of missing) problems.push(`${key} of ${namedBy} is missing`)
      return { files: taken.files, problems, sums }
    }
    await sums.close()
  }
}

async function takeFiles(store: FileStore, db: Db, folder: string, sums: ReturnType<typeof openSums>) {
  const missing = new Map<string, string>()
  const problems: string[] = []
  let files = 0
  await workThrough(namedFiles(db), takenAtOnce, async (file) => {
    const sha256 = await takeFile(store, file, join(folder, placeOf(file.key)))
    if (sha256 === undefined) {
      missing.set(file.key, file.namedBy)
      return
    }
    if (file.sha256 !== undefined && file.sha256 !== sha256)
      problems.push(`${file.key} of ${file.namedBy} is damaged: its content is not what was uploaded`)
    await sums.add(sha256, placeOf(file.key))
    files += 1
  })
  return { missing, problems, files }
}

/** The hash of what was taken. A second name of the same bytes needs no reading where the row knows their hash. */
async function takeFile(store: FileStore, file: NamedFile, path: string): Promise<string | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const how = await store.copyOut(file.key, path).catch((error: unknown) => {
    if (isErrorCode(error, 'EEXIST')) return 'taken' as const
    throw error
  })
  if (how === 'missing') return undefined
  return how === 'linked' && file.sha256 !== undefined ? file.sha256 : hashFile(path)
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

async function addSum(sums: ReturnType<typeof openSums>, folder: string, place: string): Promise<void> {
  await sums.add(await hashFile(join(folder, place)), place)
}
