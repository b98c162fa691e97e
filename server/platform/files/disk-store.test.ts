import { access, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDiskStore } from './disk-store.ts'
import { filesIn, temporaryFolder } from './testing.ts'

async function storeWith(content: string) {
  const folder = await temporaryFolder()
  const store = await openDiskStore(folder)
  const key = store.newKey('archives', 'zip')
  await store.write(key, Buffer.from(content))
  return { folder, store, key }
}

test('a key is random, holds its kind and extension, and fans out in folders', async () => {
  const { folder, store, key } = await storeWith('x')

  expect(key).toMatch(/^archives\/[0-9a-f]{32}\.zip$/)
  expect(store.newKey('archives', 'zip')).not.toBe(key)
  const name = key.slice('archives/'.length)
  expect(await filesIn(folder)).toEqual([join(folder, 'archives', name.slice(0, 2), name)])
})

test('an image is kept under the hash it is given', async () => {
  const store = await openDiskStore(await temporaryFolder())

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
])('%j never becomes a path', async (key) => {
  const { store } = await storeWith('x')

  await expect(async () => store.open(key)).rejects.toThrow('Not a file key')
  await expect(async () => store.stat(key)).rejects.toThrow('Not a file key')
  await expect(async () => store.remove([key])).rejects.toThrow('Not a file key')
  await expect(async () => store.write(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
  await expect(async () => store.moveIn('/dev/null', key)).rejects.toThrow('Not a file key')
})

test.each(['zip/../..', 'ZIP', '', 'z p', 'toolong'])('%j is no extension of a key', async (extension) => {
  const { store } = await storeWith('x')

  expect(() => store.newKey('archives', extension)).toThrow('Not a file key')
})

test('a staged file moves in whole and is readable under its key', async () => {
  const { folder, store } = await storeWith('first')
  const staged = join(folder, 'tmp', 'upload.part')
  await writeFile(staged, 'second')
  const key = store.newKey('archives', '7z')

  await store.moveIn(staged, key)

  const opened = await store.open(key)
  expect(opened.size).toBe(6)
  expect(await buffer(opened.stream)).toEqual(Buffer.from('second'))
  await expect(access(staged)).rejects.toThrow('ENOENT')
})

test('writing the same content hash twice leaves one file', async () => {
  const { folder, store, key } = await storeWith('same')

  await store.write(key, Buffer.from('same'))

  expect(await filesIn(folder)).toHaveLength(1)
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

  expect(await store.stat(key)).toBeUndefined()
  expect(await store.stat(other)).toEqual({ size: 5 })
})

test('the list names every file of its kind with size and time, and nothing that is not a file of ours', async () => {
  const { folder, store, key } = await storeWith('12345')
  const second = store.newKey('archives', 'rar')
  await store.write(second, Buffer.from('1'))
  await store.write(store.newKey('images', 'webp'), Buffer.from('image'))
  await mkdir(join(folder, 'archives', 'zz'))
  await writeFile(join(folder, 'archives', 'zz', 'README'), 'not ours')
  await symlink('/etc', join(folder, 'archives', 'etc'))

  const listed = await Array.fromAsync(store.list('archives'))

  expect(new Map(listed.map((file) => [file.key, file.size]))).toEqual(
    new Map([
      [key, 5],
      [second, 1],
    ]),
  )
  expect(Math.abs(Date.now() - (listed[0]?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
})

test('files are private to the account of the hub', async () => {
  const { folder } = await storeWith('x')
  const [path] = await filesIn(folder)

  const { mode } = await stat(path ?? '')

  expect(mode & 0o077).toBe(0)
})

test('the check passes and leaves nothing; it fails when the folder cannot be written', async () => {
  const { folder, store } = await storeWith('x')
  await store.check()
  expect(await filesIn(folder)).toHaveLength(1)

  const lost = await openDiskStore(join(folder, 'lost'))
  await rm(join(folder, 'lost'), { recursive: true })

  await expect(lost.check()).rejects.toThrow('ENOENT')
})
