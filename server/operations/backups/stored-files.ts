import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { after, day, type Clock } from '#platform/clock.ts'
import { inBatches, forEachConcurrent } from '#platform/concurrency.ts'
import type { Db } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/open-storage.ts'
import { stageStream } from '#platform/storage/staging.ts'
import { type ReferencedFile, fileKinds, type FileKind, type FileStore } from '#platform/storage/store.ts'
import { accountKeysAmong, filesOfAccounts } from '#server/accounts/accounts.public.ts'
import { packsOfArchives, selectPackKeys } from '#server/archives/archives.public.ts'
import { filesOfScripts, scriptKeysAmong } from '#server/scripts/scripts.public.ts'

/** The files of a backup: all that rows reference, without packs, which can be made of archives. */
export async function* filesToBackUp(db: Db): AsyncGenerator<ReferencedFile> {
  yield* filesOfScripts(db)
  yield* filesOfAccounts(db)
}

/** All files that rows reference. */
async function* referencedFiles(db: Db): AsyncGenerator<ReferencedFile> {
  yield* filesToBackUp(db)
  yield* packsOfArchives(db)
}

/** The keys that rows reference. */
export async function referencedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const referencedByModule = [
    await scriptKeysAmong(db, keys),
    await accountKeysAmong(db, keys),
    await selectPackKeys(db, keys),
  ]
  return new Set(keys.filter((key) => referencedByModule.some((referenced) => referenced.has(key))))
}

export const damaged = 'is damaged: its content is not what was uploaded'

export function describeProblem({ key, referencedBy }: ReferencedFile, problem: string): string {
  return `${key} of ${referencedBy} ${problem}`
}

/** A younger file may belong to a transaction that is not committed yet. */
const orphanAfter = day
const batchSize = 500
// Calls of an object store have a high latency.
const concurrency = 16

type Site = { db: Db; files: FileStore; clock: Clock }

/** Compares rows and files in both directions without a change; yields each problem when it is found. */
export async function* checkFiles(site: Site, options: { hash: boolean }): AsyncGenerator<string> {
  const { db, files } = site
  for await (const batch of inBatches(referencedFiles(db), concurrency)) {
    const checks = batch.map(async (file) => ({
      file,
      problem: await findProblem(files, file, options.hash),
    }))
    for (const { file, problem } of await Promise.all(checks)) {
      if (problem === undefined) continue
      // The row and its file may have been deleted since.
      const referenced = await referencedKeys(db, [file.key])
      if (referenced.has(file.key)) yield describeProblem(file, problem)
    }
  }
  // A daily job removes exports without a row.
  for (const kind of fileKinds) if (kind !== 'exports') yield* findOrphans(site, kind)
}

async function findProblem(
  files: FileStore,
  { key, size, sha256 }: ReferencedFile,
  hash: boolean,
): Promise<string | undefined> {
  const stored = await files.stat(key)
  if (!stored) return 'is missing'
  if (stored.size === 0) return 'is empty'
  if (size !== undefined && size !== stored.size) return `has ${stored.size} bytes instead of ${size}`
  if (hash && sha256 !== undefined && (await hashStored(files, key)) !== sha256) return damaged
  return undefined
}

async function hashStored(files: FileStore, key: string): Promise<string> {
  const { stream } = await files.open(key)
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

async function* findOrphans({ db, files, clock }: Site, kind: FileKind): AsyncGenerator<string> {
  const before = after(clock.now(), -orphanAfter)
  for await (const batch of inBatches(files.list(kind), batchSize)) {
    const keys = batch.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key)
    const referenced = await referencedKeys(db, keys)
    for (const key of keys) if (!referenced.has(key)) yield `${key} is referenced by no row`
  }
}

const movesAtOnce = 4

type MoveSummary = { moved: number; present: number; problems: string[] }

/**
 * Copies every referenced file from one store to the other and verifies its hash. Existing files are skipped, so a
 * second run copies only new files. The source does not change.
 */
export async function moveFiles(
  db: Db,
  from: FileStore,
  to: Pick<Storage, 'files' | 'staging'>,
): Promise<MoveSummary> {
  const summary: MoveSummary = { moved: 0, present: 0, problems: [] }
  await forEachConcurrent(referencedFiles(db), movesAtOnce, async (file) => {
    const [source, target] = [await from.stat(file.key), await to.files.stat(file.key)]
    if (target && (!source || target.size === source.size)) {
      summary.present += 1
      return
    }
    const problem = source ? await moveFile(file, from, to) : 'is missing'
    if (problem === undefined) summary.moved += 1
    else summary.problems.push(describeProblem(file, problem))
  })
  return summary
}

async function moveFile(
  file: ReferencedFile,
  from: FileStore,
  { files, staging }: Pick<Storage, 'files' | 'staging'>,
): Promise<string | undefined> {
  const { stream } = await from.open(file.key)
  const staged = await stageStream(staging, stream, { sizeMax: Infinity })
  try {
    if (file.sha256 !== undefined && file.sha256 !== staged.sha256) return damaged
    await files.importFile(staged.path, file.key)
    return undefined
  } finally {
    await staged.discard()
  }
}
