import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, describe, expect, test } from 'vitest'

import { createLog } from '#platform/log.ts'

import { openDiskStorage } from './open-storage.ts'
import { openS3Storage } from './s3/open-s3-storage.ts'
import { prepareStaging } from './staging.ts'
import { fileKinds } from './store.ts'
import { startObjectStore } from '#test-support/s3-server.ts'
import { temporaryFolder } from '#test-support/files.ts'

const objectStore = await startObjectStore()
afterAll(() => objectStore.close())
const silent = createLog('silent', () => undefined)

describe.each([
  ['on the disk', async () => openDiskStorage(await temporaryFolder())],
  [
    'in a bucket',
    async () => openS3Storage(objectStore.s3, await prepareStaging(await temporaryFolder()), silent),
  ],
])('files %s', (_, open) => {
  async function storeWith(content: string) {
    const { files: store, staging } = await open()
    const listed = fileKinds.map((kind) => Array.fromAsync(store.list(kind)))
    await store.remove((await Promise.all(listed)).flat().map(({ key }) => key))
    const key = store.createKey('archives', 'zip')
    await store.write(key, Buffer.from(content))
    return { store, staging, key }
  }

  test('a key is random and holds its kind and extension', async () => {
    const { store, key } = await storeWith('x')

    expect(key).toMatch(/^archives\/[0-9a-f]{32}\.zip$/)
    expect(store.createKey('archives', 'zip')).not.toBe(key)
  })

  test('an image key contains the given hash', async () => {
    const { store } = await storeWith('x')

    expect(store.createKey('images', 'webp', `${'ab12'.repeat(16)}-480`)).toBe(
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
  ])('%j is rejected as a key', async (key) => {
    const { store } = await storeWith('x')
    const options = { method: 'GET', fileName: 'a.zip', contentType: 'application/zip' } as const

    await expect(async () => store.open(key)).rejects.toThrow('Not a file key')
    await expect(async () => store.openLocal(key)).rejects.toThrow('Not a file key')
    await expect(async () => store.stat(key)).rejects.toThrow('Not a file key')
    await expect(async () => store.remove([key])).rejects.toThrow('Not a file key')
    await expect(async () => store.write(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
    await expect(async () => store.importFile('/dev/null', key)).rejects.toThrow('Not a file key')
    await expect(async () => store.exportFile(key, '/dev/null')).rejects.toThrow('Not a file key')
    await expect(async () => store.createSignedUrl(key, options)).rejects.toThrow('Not a file key')
  })

  test.each(['zip/../..', 'ZIP', '', 'z p', 'toolong'])(
    '%j is rejected as an extension',
    async (extension) => {
      const { store } = await storeWith('x')

      expect(() => store.createKey('archives', extension)).toThrow('Not a file key')
    },
  )

  test('a staged file is imported and readable under its key', async () => {
    const { staging, store } = await storeWith('first')
    const staged = join(staging, 'upload.part')
    await writeFile(staged, 'second')
    const key = store.createKey('archives', '7z')

    await store.importFile(staged, key)

    const opened = await store.open(key)
    expect(opened.size).toBe(6)
    expect(await buffer(opened.stream)).toEqual(Buffer.from('second'))
    await expect(access(staged)).rejects.toThrow('ENOENT')
  })

  test('writing a key twice leaves one file', async () => {
    const { store, key } = await storeWith('same')

    await store.write(key, Buffer.from('same'))

    expect(await Array.fromAsync(store.list('archives'))).toHaveLength(1)
  })

  test('a range returns its bytes and the size of the whole file', async () => {
    const { store, key } = await storeWith('0123456789')

    const { stream, size } = await store.open(key, { start: 2, end: 4 })

    expect(size).toBe(10)
    expect((await buffer(stream)).toString()).toBe('234')
  })

  test('opening a missing file throws not_found, and its stat is undefined', async () => {
    const { store } = await storeWith('x')
    const key = store.createKey('archives', 'zip')

    await expect(store.open(key)).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.stat(key)).toBeUndefined()
  })

  test('removing affects only the given keys and ignores missing files', async () => {
    const { store, key } = await storeWith('x')
    const other = store.createKey('archives', 'zip')
    await store.write(other, Buffer.from('other'))

    await store.remove([key, store.createKey('images', 'webp')])
    await store.remove([key])
    await store.remove([])

    expect(await store.stat(key)).toBeUndefined()
    expect(await store.stat(other)).toEqual({ size: 5 })
  })

  test('the list contains every file of its kind with size and time', async () => {
    const { store, key } = await storeWith('12345')
    const second = store.createKey('archives', 'rar')
    await store.write(second, Buffer.from('1'))
    await store.write(store.createKey('images', 'webp'), Buffer.from('image'))

    const listed = await Array.fromAsync(store.list('archives'))

    expect(new Map(listed.map((file) => [file.key, file.size]))).toEqual(
      new Map([
        [key, 5],
        [second, 1],
      ]),
    )
    expect(Math.abs(Date.now() - (listed[0]?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('an export creates a new file and never overwrites; a missing file creates none', async () => {
    const { staging, store, key } = await storeWith('content')
    const path = join(staging, 'copy')

    expect(await store.exportFile(store.createKey('archives', 'zip'), path)).toBe('missing')
    await expect(access(path)).rejects.toThrow('ENOENT')
    expect(await store.exportFile(key, path)).toMatch(/linked|copied/)
    await expect(store.exportFile(key, path)).rejects.toThrow('EEXIST')
    expect(await readFile(path, 'utf8')).toBe('content')
  })

  test('the health check leaves no file', async () => {
    const { store } = await storeWith('x')

    await store.check()

    expect(await Array.fromAsync(store.list('archives'))).toHaveLength(1)
  })
})
