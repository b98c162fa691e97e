import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { createLog } from '#platform/log.ts'
import { openDiskStorage } from '#platform/storage/open-storage.ts'
import { openS3Storage } from '#platform/storage/s3/open-s3-storage.ts'
import { prepareStaging } from '#platform/storage/staging.ts'
import type { ByteRange, FileStore } from '#platform/storage/store.ts'
import { temporaryFolder } from '#test-support/files.ts'
import { respondWithError, startObjectStore } from '#test-support/s3-server.ts'

import { createPackReader } from './open-pack.ts'
import { createPackWriter } from './pack-format.ts'
import type { PackIndex, PackMember } from './pack-index.ts'

const objectStore = await startObjectStore()
afterAll(() => objectStore.close())
afterEach(() => objectStore.injectFault(undefined))
const silent = createLog('silent', () => undefined)

const source = 'print("Grüße")\n'.repeat(1000)
const image = randomBytes(50_000)

/** A pack of a text, an image and a file that is not stored. */
async function writePack(): Promise<{ bytes: Buffer; indexAt: number }> {
  const path = join(await temporaryFolder(), 'pack')
  await using file = await open(path, 'w')
  const writer = createPackWriter(file.fd)
  const base = { size: 1, sha256: 'ab'.repeat(16), type: null, lines: null, charset: null, notRead: null }
  const members: PackMember[] = [
    { ...base, path: 'a.lua', kind: 'text', stored: writer.addText(source), lines: 1000, charset: 'utf-8' },
    { ...base, path: 'b.png', kind: 'image', type: 'png', stored: writer.addImage(image) },
    { ...base, path: 'c.ydr', kind: 'binary', stored: null },
  ]
  const index: PackIndex = { version: 1, archiveSize: 10, folders: 0, members }
  const { indexAt } = writer.finish(index)
  return { bytes: await readFile(path), indexAt }
}

/** The store, with the ranges that were read. */
function counting(files: FileStore): { files: FileStore; ranges: (ByteRange | undefined)[] } {
  const ranges: (ByteRange | undefined)[] = []
  const read: FileStore['open'] = (key, range) => {
    ranges.push(range)
    return files.open(key, range)
  }
  return { files: { ...files, open: read }, ranges }
}

describe.each([
  ['on the disk', async () => openDiskStorage(await temporaryFolder())],
  [
    'in a bucket',
    async () => openS3Storage(objectStore.s3, await prepareStaging(await temporaryFolder()), silent),
  ],
])('a pack %s', (_, openStorage) => {
  async function storedPack() {
    const { files, ranges } = counting((await openStorage()).files)
    const { bytes, indexAt } = await writePack()
    const key = files.createKey('archives', 'zip')
    await files.write(key, bytes)
    return { files, ranges, pack: { key, size: bytes.length, indexAt }, reader: createPackReader(files) }
  }

  test('is read by one range for its index, which is cached, and one for each member', async () => {
    const { ranges, pack, reader } = await storedPack()

    const [index, again] = await Promise.all([reader.index(pack), reader.index(pack)])
    expect(index.members.map(({ path }) => path)).toEqual(['a.lua', 'b.png', 'c.ydr'])
    expect(again).toBe(index)
    expect(ranges).toEqual([{ start: pack.indexAt, end: pack.size - 1 }])

    const compressed = await reader.read(pack, 0, { inflate: false })
    expect(gunzipSync(compressed).toString()).toBe(source)
    expect((await reader.read(pack, 0, { inflate: true })).toString()).toBe(source)
    expect(await reader.read(pack, 1, { inflate: true })).toEqual(image)
    expect(ranges).toHaveLength(4)
  })

  test('has no content of a member that is not stored, or that does not exist', async () => {
    const { pack, reader } = await storedPack()

    for (const position of [2, 3, -1])
      await expect(reader.read(pack, position, { inflate: true })).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  test('that was deleted is not found, and found again once it is written again', async () => {
    const { files, pack, reader } = await storedPack()
    const { bytes } = await writePack()
    await files.remove([pack.key])

    await expect(reader.index(pack)).rejects.toMatchObject({ code: 'not_found' })

    await files.write(pack.key, bytes)
    expect((await reader.index(pack)).members).toHaveLength(3)
    await files.remove([pack.key])
    await expect(reader.read(pack, 0, { inflate: true })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a bucket that fails while an index is read makes the storage unavailable, and the next read succeeds', async () => {
  const { files } = await openS3Storage(objectStore.s3, await prepareStaging(await temporaryFolder()), silent)
  const { bytes, indexAt } = await writePack()
  const pack = { key: files.createKey('archives', 'zip'), size: bytes.length, indexAt }
  await files.write(pack.key, bytes)
  const reader = createPackReader(files)
  objectStore.injectFault(() => respondWithError(500))

  await expect(reader.index(pack)).rejects.toMatchObject({ code: 'unavailable' })

  objectStore.injectFault(undefined)
  expect((await reader.index(pack)).members).toHaveLength(3)
})

test('the indexes that were used longest ago leave the cache when it is full', async () => {
  const { files, ranges } = counting((await openDiskStorage(await temporaryFolder())).files)
  const path = join(await temporaryFolder(), 'pack')
  const reader = createPackReader(files)
  const packs = []
  for (let number = 0; number < 3; number++) {
    await using file = await open(path, 'w')
    const members: PackMember[] = Array.from({ length: 15_000 }, (_, at) => ({
      path: `${'p'.repeat(800)}${at}`,
      size: 1,
      sha256: 'ab'.repeat(16),
      kind: 'binary',
      type: null,
      stored: null,
      lines: null,
      charset: null,
      notRead: null,
    }))
    const { indexAt, packSize } = createPackWriter(file.fd).finish({
      version: 1,
      archiveSize: 1,
      folders: 0,
      members,
    })
    const key = files.createKey('archives', 'zip')
    await files.write(key, await readFile(path))
    packs.push({ key, size: packSize, indexAt })
  }
  const [first, second, third] = packs
  if (!first || !second || !third) throw new Error('There are three packs')

  // Each has 14 MB, and the cache 32.
  for (const pack of [first, second, first, third, first]) await reader.index(pack)
  expect(ranges).toHaveLength(3)

  await reader.index(second)
  expect(ranges).toHaveLength(4)
})
