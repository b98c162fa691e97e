import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, describe, expect, test } from 'vitest'

import { openLog } from '#platform/log.ts'

import { openOnDisk } from './open-files.ts'
import { openBucketFiles } from './s3/open-bucket-files.ts'
import { prepareStaging } from './staging.ts'
import type { FileKind } from './store.ts'
import { startObjectStore } from './testing-s3.ts'
import { temporaryFolder } from './testing.ts'

const objectStore = await startObjectStore()
afterAll(() => objectStore.close())
const silent = openLog('silent', () => undefined)

const kinds: readonly FileKind[] = ['archives', 'images', 'avatars']

describe.each([
  ['on the disk', async () => openOnDisk(await temporaryFolder())],
  [
    'in a bucket',
    async () => openBucketFiles(objectStore.s3, await prepareStaging(await temporaryFolder()), silent),
  ],
])('files %s', (_, open) => {
  async function storeWith(content: string) {
    const { files: store, staging } = await open()
    const listed = kinds.map((kind) => Array.fromAsync(store.list(kind)))
    await store.remove((await Promise.all(listed)).flat().map(({ key }) => key))
    const key = store.newKey('archives', 'zip')
    await store.write(key, Buffer.from(content))
    return { store, staging, key }
  }

  test('a key is random and holds its kind and extension', async () => {
    const { store, key } = await storeWith('x')

    expect(key).toMatch(/^archives\/[0-9a-f]{32}\.zip$/)
    expect(store.newKey('archives', 'zip')).not.toBe(key)
  })

  test('an image is kept under the hash it is given', async () => {
    const { store } = await storeWith('x')

    expect(store.newKey('images', 'webp', `${'ab12'.repeat(16)}-480`)).toBe(
      `images/${'ab12'.repeat(16)}-480.webp`,
    )
  })

  test.each([
    ['archives/../../../../etc/passwd'],
    ['/etc/passwd'],
    ['archives/..%2f..%2fpasswd0000000.zip'],
    ['archives/0123456789abcdef0123456789abcdef.zip\0'],
    ['archives/0123456789abcdef0123456789abcdef.zip\n'],
    ['secrets/0123456789abcdef0123456789abcdef.zip'],
    ['archives\\0123456789abcdef0123456789abcdef.zip'],
    ['archives/0123456789abcdef/0123456789abcdef.zip'],
    ['archives/short.zip'],
    ['tmp/0123456789abcdef0123456789abcdef.part'],
    ['incoming/0123456789abcdef0123456789abcdef.zip'],
  ])('%j never becomes a path', async (key) => {
    const { store } = await storeWith('x')
    const as = { method: 'GET', fileName: 'a.zip', contentType: 'application/zip' } as const

    await expect(async () => store.open(key)).rejects.toThrow('Not a file key')
    await expect(async () => store.openHere(key)).rejects.toThrow('Not a file key')
    await expect(async () => store.stat(key)).rejects.toThrow('Not a file key')
    await expect(async () => store.remove([key])).rejects.toThrow('Not a file key')
    await expect(async () => store.write(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
    await expect(async () => store.moveIn('/dev/null', key)).rejects.toThrow('Not a file key')
    await expect(async () => store.copyOut(key, '/dev/null')).rejects.toThrow('Not a file key')
    await expect(async () => store.addressOf(key, as)).rejects.toThrow('Not a file key')
  })

  test.each(['zip/../..', 'ZIP', '', 'z p', 'toolong'])('%j is no extension of a key', async (extension) => {
    const { store } = await storeWith('x')

    expect(() => store.newKey('archives', extension)).toThrow('Not a file key')
  })

  test('a staged file moves in whole and is readable under its key', async () => {
    const { staging, store } = await storeWith('first')
    const staged = join(staging, 'upload.part')
    await writeFile(staged, 'second')
    const key = store.newKey('archives', '7z')

    await store.moveIn(staged, key)

    const opened = await store.open(key)
    expect(opened.size).toBe(6)
    expect(await buffer(opened.stream)).toEqual(Buffer.from('second'))
    await expect(access(staged)).rejects.toThrow('ENOENT')
  })

  test('writing the same content hash twice leaves one file', async () => {
    const { store, key } = await storeWith('same')

    await store.write(key, Buffer.from('same'))

    expect(await Array.fromAsync(store.list('archives'))).toHaveLength(1)
  })

  test('a range gives just its bytes and the size of the whole', async () => {
    const { store, key } = await storeWith('0123456789')

    const { stream, size } = await store.open(key, { start: 2, end: 4 })

    expect(size).toBe(10)
    expect((await buffer(stream)).toString()).toBe('234')
  })

  test('a missing file is refused as not found when opened, and undefined when asked about', async () => {
    const { store } = await storeWith('x')
    const key = store.newKey('archives', 'zip')

    await expect(store.open(key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.stat(key)).toBeUndefined()
  })

  test('removing takes the named files only, and twice is no error', async () => {
    const { store, key } = await storeWith('x')
    const other = store.newKey('archives', 'zip')
    await store.write(other, Buffer.from('other'))

    await store.remove([key, store.newKey('images', 'webp')])
    await store.remove([key])
    await store.remove([])

    expect(await store.stat(key)).toBeUndefined()
    expect(await store.stat(other)).toEqual({ size: 5 })
  })

  test('the list names every file of its kind with size and time', async () => {
    const { store, key } = await storeWith('12345')
    const second = store.newKey('archives', 'rar')
    await store.write(second, Buffer.from('1'))
    await store.write(store.newKey('images', 'webp'), Buffer.from('image'))

    const listed = await Array.fromAsync(store.list('archives'))

    expect(new Map(listed.map((file) => [file.key, file.size]))).toEqual(
      new Map([
        [key, 5],
        [second, 1],
      ]),
    )
    expect(Math.abs(Date.now() - (listed[0]?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('a copy goes where nothing is, and nowhere when there is no such file', async () => {
    const { staging, store, key } = await storeWith('content')
    const path = join(staging, 'copy')

    expect(await store.copyOut(store.newKey('archives', 'zip'), path)).toBe('missing')
    await expect(access(path)).rejects.toThrow('ENOENT')
    expect(await store.copyOut(key, path)).toMatch(/linked|copied/)
    await expect(store.copyOut(key, path)).rejects.toThrow('EEXIST')
    expect(await readFile(path, 'utf8')).toBe('content')
  })

  test('the check passes and leaves nothing', async () => {
    const { store } = await storeWith('x')

    await store.check()

    expect(await Array.fromAsync(store.list('archives'))).toHaveLength(1)
  })
})
