import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { after, day, type Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'
import type { FileKind, FileStore, NamedFile } from '#platform/files/store.ts'
import { batchesOf } from '#platform/work-through.ts'

import { keysNamed, namedFiles } from './named-files.ts'

/** A file younger than this may belong to a change that is just being committed. */
const orphanAfter = day
const batchSize = 500
// Each question to an object store takes a while, however quickly it answers.
const judgedAtOnce = 16
const kinds: readonly FileKind[] = ['archives', 'images', 'avatars']

type Place = { db: Db; files: FileStore; clock: Clock }

/** Compares rows and files both ways and changes nothing; each problem is told as it is found. */
export async function* checkFiles(place: Place, options: { hash: boolean }): AsyncGenerator<string> {
  for await (const files of batchesOf(namedFiles(place.db), judgedAtOnce)) {
    const judged = files.map(async (file) => ({
      file,
      problem: await judge(place.files, file, options.hash),
    }))
    for (const { file, problem } of await Promise.all(judged)) {
      if (problem === undefined) continue
      // Its row may have gone meanwhile, and the file with it.
      const named = await keysNamed(place.db, [file.key])
      if (named.has(file.key)) yield `${file.key} of ${file.namedBy} ${problem}`
    }
  }
  for (const kind of kinds) yield* findUnnamed(place, kind)
}

async function judge(files: FileStore, file: NamedFile, hash: boolean): Promise<string | undefined> {
  const found = await files.stat(file.key)
  if (!found) return 'is missing'
  if (found.size === 0) return 'is empty'
  if (file.size !== undefined && file.size !== found.size)
    return `has ${found.size} bytes instead of ${file.size}`
  if (hash && file.sha256 !== undefined && (await sha256Stored(files, file.key)) !== file.sha256)
    return 'is damaged: its content is not what was uploaded'
  return undefined
}

async function sha256Stored(files: FileStore, key: string): Promise<string> {
  const { stream } = await files.open(key)
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

async function* findUnnamed({ db, files, clock }: Place, kind: FileKind): AsyncGenerator<string> {
  const before = after(clock.now(), -orphanAfter)
  for await (const listed of batchesOf(files.list(kind), batchSize)) {
    const old = listed.filter(({ modifiedAt }) => modifiedAt < before)
    yield* unnamedOf(
      db,
      old.map(({ key }) => key),
    )
  }
}

async function* unnamedOf(db: Db, keys: readonly string[]): AsyncGenerator<string> {
  const named = await keysNamed(db, keys)
  for (const key of keys) if (!named.has(key)) yield `${key} is named by no row`
}
