import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import type { FileStore } from '#platform/files/store.ts'

import { catalogue } from '../catalogue.ts'
import type { Filling } from './fill.ts'
import { insertMorePictures, selectCovers, type CoverRow } from './history.queries.ts'
import type { ScriptIds } from './submit-scripts.ts'
import { inParallel } from './visitor.ts'

/**
 * Gives scripts their further pictures: copies of covers of the same category. Encoding is what takes time, so
 * each picture is encoded once; the copies have keys of their own, for the hub removes files with their script.
 */
export async function addPictures(
  { hub, signal }: Filling,
  ids: ScriptIds,
  advance: () => void,
): Promise<void> {
  const { db, files } = hub
  const covers = await selectCovers(db)
  const incomplete = catalogue.filter(({ moreLike }) => moreLike.length > 0)
  await inParallel(incomplete, { count: 4, signal }, async ({ name, moreLike }) => {
    const scriptId = ids.get(name)
    const own = scriptId === undefined ? undefined : covers.get(scriptId)
    if (own?.pictureCount === 1) {
      const originals = moreLike.flatMap((other) => covers.get(ids.get(other) ?? 0) ?? [])
      const copies = await Promise.all(originals.map((original) => copyPicture(files, original)))
      await insertMorePictures(db, own.scriptId, copies)
    }
    advance()
  })
}

async function copyPicture(files: FileStore, original: CoverRow) {
  const key = `${original.key.slice(0, 24)}-${randomBytes(6).toString('hex')}`
  const copied = original.files.map((file) => file.replace(original.key, key))
  for (const [index, file] of original.files.entries()) {
    const { stream } = await files.open(file)
    await files.write(copied[index] ?? '', await buffer(stream))
  }
  const { width, height, color } = original
  return { key, address: original.address.replace(original.key, key), files: copied, width, height, color }
}
