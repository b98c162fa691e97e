import { buffer } from 'node:stream/consumers'

import type { TreeFile } from '#contract/versions.ts'
import { HttpError, notFound, unavailable } from '#platform/errors.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'

import { createPackReader, type StoredPack } from './pack/open-pack.ts'

export type { StoredPack }

const reader = lazySingleton(({ files }) => createPackReader(files))

/** The files of an archive, as in the list of a version. */
export async function readPackFiles(app: App, pack: StoredPack): Promise<Omit<TreeFile, 'severity'>[]> {
  const { members } = await withStoreErrors(app, () => reader(app).index(pack))
  return members.map(({ path, size, sha256, kind, type, lines, stored, notRead }, n) => ({
    n,
    path,
    size,
    sha256,
    kind,
    type,
    lines,
    isStored: stored !== null && stored.length > 0,
    why: notRead,
  }))
}

/** The contents of one file, read in one range. A text is UTF-8, or compressed with gzip without `inflate`. */
export async function readPackFile(
  app: App,
  pack: StoredPack,
  n: number,
  options: { inflate: boolean },
): Promise<Buffer> {
  return withStoreErrors(app, async () => {
    const { stream } = await reader(app).open(pack, n, options)
    return buffer(stream)
  })
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
