import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { clearDatabase } from '#platform/backup/clear-database.ts'
import { copyIn, isBlank, rowsIn } from '#platform/backup/copy-in.ts'
import type { DatabaseCopy } from '#platform/backup/database-copy.ts'
import { connectForCopies } from '#platform/backup/snapshot.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { isErrorCode } from '#platform/files/disk-failures.ts'
import { hashFile } from '#platform/files/hash-file.ts'
import { stageStream } from '#platform/files/staging.ts'
import { isKey, type FileKind, type FileStore } from '#platform/files/store.ts'
import { isKnownMigration, migrateDatabase, migrateUpTo } from '#platform/migrate.ts'
import { workThrough } from '#platform/work-through.ts'

import { BackupRefused, keyAt, layoutOf, readManifest, readSums } from './backup-folder.ts'

export type RestoreTarget = {
  address: DatabaseAddress
  files: FileStore
  staging: string
  /** Where a hub keeps its secret; undefined where TOKEN_SECRET is set. */
  secret: string | undefined
}

export type RestoreSummary = { madeAt: string; rows: number; files: number }

const kinds: readonly FileKind[] = ['archives', 'images', 'avatars']
const broughtAtOnce = 8
/** Nearly all files are pictures of some ten kilobytes: they go without streams. */
const atOnceMax = 1 << 20

/** Makes the site of a backup in a place where there is none. Every byte is compared with its sum on the way. */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<RestoreSummary> {
  const { database, version, madeAt } = await readManifest(folder)
  if (!isKnownMigration(database.migration))
    throw new BackupRefused(
      `This backup was made by version ${version}, whose database this version does not know. ` +
        `Restore it with that version or a newer one.`,
    )
  await requireEmptyStore(target.files)
  const client = await connectForCopies(target.address)
  try {
    if (!(await isBlank(client)))
      throw new BackupRefused(
        'The database is not empty. A backup is restored into an empty DATA_DIR, or an empty database in DATABASE_URL.',
      )
    await checkWhatIsNoFile(
      folder,
      database.tables.map(({ name }) => `rows/${name}.copy.gz`),
    )
    const files = await bringAll(target, folder, client, database).catch(async (error: unknown) => {
      await undo(target, error)
      throw error
    })
    return { madeAt, rows: database.tables.reduce((sum, { rows }) => sum + rows, 0), files }
  } finally {
    await client.end()
  }
}

async function bringAll(
  target: RestoreTarget,
  folder: string,
  client: Awaited<ReturnType<typeof connectForCopies>>,
  database: DatabaseCopy,
): Promise<number> {
  const files = await bringFiles(target, folder)
  await migrateUpTo(target.address, database.migration)
  await copyIn(client, database, rowsIn(layoutOf(folder).rows))
  await migrateDatabase(target.address)
  if (target.secret !== undefined) await bringSecret(layoutOf(folder).secret, target.secret)
  return files
}

/** Both places were empty, so all that is there now was brought by the try that failed. */
async function undo({ address, files, secret }: RestoreTarget, cause: unknown): Promise<void> {
  try {
    const client = await connectForCopies(address)
    await clearDatabase(client).finally(() => client.end())
    for (const kind of kinds) for await (const { key } of files.list(kind)) await files.remove([key])
    if (secret !== undefined) await rm(secret, { force: true })
  } catch (error) {
    const [why, reason] = [error, cause].map((one) => (one instanceof Error ? one.message : String(one)))
    throw new BackupRefused(
      `The restore failed: ${reason}\nWhat it had brought could not be taken away again (${why}): ` +
        'empty the DATA_DIR (or the bucket), and with DATABASE_URL the database, before the next try.',
      { cause },
    )
  }
}

async function requireEmptyStore(files: FileStore): Promise<void> {
  for (const kind of kinds)
    for await (const { key } of files.list(kind))
      throw new BackupRefused(
        `There are files already (${key}). A backup is restored into an empty DATA_DIR, or an empty bucket.`,
      )
}

/** The small things come first: a damaged backup is refused before anything is written. */
async function checkWhatIsNoFile(folder: string, needed: readonly string[]): Promise<void> {
  const waited = new Set([...needed, 'manifest.json'])
  for await (const { sha256, place } of readSums(folder)) {
    if (keyAt(place) !== undefined) continue
    const found = await hashFile(join(folder, place)).catch(missing)
    if (found !== sha256) throw damaged(place)
    waited.delete(place)
  }
  for (const place of waited) throw damaged(place)
}

async function bringFiles({ files, staging }: RestoreTarget, folder: string): Promise<number> {
  let count = 0
  await workThrough(readSums(folder), broughtAtOnce, async ({ sha256, place }) => {
    const key = keyAt(place)
    if (key === undefined) return
    if (!isKey(key)) throw damaged(place)
    if (!(await bringFile({ files, staging }, join(folder, place), key, sha256))) throw damaged(place)
    count += 1
  })
  return count
}

/** False when the file is missing or is not what was saved. */
async function bringFile(
  { files, staging }: Pick<RestoreTarget, 'files' | 'staging'>,
  path: string,
  key: string,
  sha256: string,
): Promise<boolean> {
  const found = await stat(path).catch(missing)
  if (!found) return false
  if (found.size <= atOnceMax) {
    const bytes = await readFile(path)
    if (hash('sha256', bytes) !== sha256) return false
    await files.write(key, bytes)
    return true
  }
  const staged = await stageStream(staging, createReadStream(path, { highWaterMark: 1 << 20 }), {
    sizeMax: Infinity,
  })
  if (staged.sha256 === sha256) await files.moveIn(staged.path, key)
  else await staged.discard()
  return staged.sha256 === sha256
}

async function bringSecret(from: string, to: string): Promise<void> {
  const secret = await readFile(from).catch(missing)
  if (secret) await writeFile(to, secret, { mode: 0o600 })
}

function damaged(place: string): BackupRefused {
  return new BackupRefused(
    `The backup is damaged: ${place} is missing or is not what was saved. Nothing of it was left here.`,
  )
}

function missing(error: unknown): undefined {
  if (isErrorCode(error, 'ENOENT')) return undefined
  throw error
}
