import { buffer } from 'node:stream/consumers'
import type { TreeFile, TreeQuery } from '#contract/scripts/versions.ts'
import { HttpError, notFound, unavailable } from '#platform/errors.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'
import { createPackReader, type StoredPack } from './pack/open-pack.ts'
import { packLimits, storedTextMax } from './pack/pack-format.ts'
import { type PackMember, PackIndex } from './pack/pack-index.ts'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

export type { StoredPack }

const reader = lazySingleton(({ files }) => createPackReader(files))

type PackFile = Omit<TreeFile, 'severity'>

/** The files of an archive, as in the list of a version. */
export async function readPackFiles(app: App, pack: StoredPack): Promise<PackFile[]> {
  return (await readMembers(app, pack)).map(packFileOf)
}

/** The hashes of the files that are not empty, without repetitions and in order. */
export async function readPackHashes(app: App, pack: StoredPack): Promise<string[]> {
  const { members } = await withStoreErrors(app, () => reader(app).indexUncached(pack))
  return [...new Set(members.flatMap(({ size, sha256 }) => (size > 0 ? sha256 : [])))].toSorted()
}

/** The first files with this path or in this folder, and how many files the archive has. */
export async function findPackFiles(
  app: App,
  pack: StoredPack,
  { path = '', limit = Infinity }: TreeQuery,
): Promise<{ files: PackFile[]; filesTotal: number }> {
  const members = await readMembers(app, pack)
  const files: PackFile[] = []
  for (const [n, member] of members.entries()) {
    if (files.length === limit) break
    if (path === '' || member.path === path || member.path.startsWith(`${path}/`))
      files.push(packFileOf(member, n))
  }
  return { files, filesTotal: members.length }
}

export async function findPackFile(app: App, pack: StoredPack, n: number): Promise<PackFile | undefined> {
  const member = (await readMembers(app, pack))[n]
  return member && packFileOf(member, n)
}

/** The contents of one file. A text is UTF-8, or compressed with gzip without `inflate`. */
export async function readPackFile(
  app: App,
  pack: StoredPack,
  n: number,
  options: { inflate: boolean },
): Promise<Buffer> {
  return withStoreErrors(app, () => reader(app).read(pack, n, options))
}

async function readMembers(app: App, pack: StoredPack): Promise<readonly PackMember[]> {
  return (await withStoreErrors(app, () => reader(app).index(pack))).members
}

function packFileOf(
  { path, size, sha256, kind, type, lines, stored, notRead }: PackMember,
  n: number,
): PackFile {
  const isStored = stored !== null && stored.length > 0
  return { n, path, size, sha256, kind, type, lines, isStored, why: notRead }
}

/** A range that breaks off is no defect of this app. */
async function withStoreErrors<T>({ log }: App, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') throw notFound('The file is not stored')
    if (error instanceof HttpError) throw error
    log.warn('A pack could not be read', serializeError(error))
    throw unavailable('The file cannot be read at the moment. Please try again.')
  }
}

const inflate = promisify(gunzip)

/** Bytes of a pack that a search reads at once. A longer text is read alone. */
const runMax = 4 * 1024 ** 2

type Range = { at: number; length: number }

/**
 * Returns whether a stored text has the words, in the same way as a scan looks for a blocked text. Undefined for a lost
 * pack, and when the time is over before all texts were read. Of a large pack the texts are read in parts.
 */
export async function isInPack(
  { files }: Pick<App, 'files'>,
  { key, size, indexAt }: StoredPack,
  words: string,
  isOver: () => boolean,
): Promise<boolean | undefined> {
  const lower = words.toLowerCase()
  try {
    // Most packs are small: one read is enough.
    const whole = size <= runMax ? await read({ at: 0, length: size }) : undefined
    const bytesOf = async ({ at, length }: Range) =>
      whole?.subarray(at, at + length) ?? (await read({ at, length }))
    const index = await bytesOf({ at: indexAt, length: size - indexAt })
    const json = await inflate(index, { maxOutputLength: packLimits.indexMax })
    for (const run of runsOfTexts(PackIndex.parse(JSON.parse(json.toString())))) {
      if (isOver()) return undefined
      const bytes = await bytesOf(run)
      for (const { at, length } of run.texts) {
        if (isOver()) return undefined
        const packed = bytes.subarray(at - run.at, at - run.at + length)
        const text = await inflate(packed, { maxOutputLength: storedTextMax })
        if (text.toString().toLowerCase().includes(lower)) return true
      }
    }
    return false
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') return undefined
    throw error
  }

  async function read({ at, length }: Range): Promise<Buffer> {
    const { stream } = await files.open(key, { start: at, end: at + length - 1 })
    return buffer(stream)
  }
}

/** The texts in the order of the pack, those that are read at once together. */
function runsOfTexts({ members }: PackIndex): (Range & { texts: Range[] })[] {
  const texts = members.flatMap(({ kind, stored }) =>
    kind === 'text' && stored && stored.length > 0 ? [stored] : [],
  )
  const runs: (Range & { texts: Range[] })[] = []
  for (const text of texts.toSorted((a, b) => a.at - b.at)) {
    const run = runs.at(-1)
    const length = text.at + text.length - (run?.at ?? 0)
    if (run && length <= runMax) {
      run.length = length
      run.texts.push(text)
    } else runs.push({ ...text, texts: [text] })
  }
  return runs
}
