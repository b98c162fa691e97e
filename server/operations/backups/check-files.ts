import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { after, day, type Clock } from '#platform/clock.ts'
import { inBatches } from '#platform/concurrency.ts'
import type { Db } from '#platform/database/database.ts'
import { fileKinds, type FileKind, type FileStore, type ReferencedFile } from '#platform/storage/store.ts'

import { damaged, describeProblem, referencedFiles, referencedKeys } from './referenced-files.ts'

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
  const found = await files.stat(key)
  if (!found) return 'is missing'
  if (found.size === 0) return 'is empty'
  if (size !== undefined && size !== found.size) return `has ${found.size} bytes instead of ${size}`
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
