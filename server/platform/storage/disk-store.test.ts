import { mkdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { filesIn, temporaryFolder } from '#test-support/files.ts'

async function storeWith(content: string) {
  const folder = await temporaryFolder()
  const store = await createDiskStore(folder)
  const key = store.createKey('archives', 'zip')
  await store.write(key, Buffer.from(content))
  return { folder, store, key }
}

test('files are distributed over subfolders by the start of their name', async () => {
  const { folder, key } = await storeWith('x')

  const name = key.slice('archives/'.length)
  expect(await filesIn(folder)).toEqual([join(folder, 'archives', name.slice(0, 2), name)])
})

test('the list skips files that are not of the store', async () => {
  const { folder, store, key } = await storeWith('12345')
  await mkdir(join(folder, 'archives', 'zz'))
  await writeFile(join(folder, 'archives', 'zz', 'README'), 'not a file of the store')
  await symlink('/etc', join(folder, 'archives', 'etc'))

  const listed = await Array.fromAsync(store.list('archives'))

  expect(listed.map((file) => file.key)).toEqual([key])
})

test('a file that was uploaded long before it is adopted is new in the list', async () => {
  const { folder, store } = await storeWith('x')
  const staged = join(folder, 'tmp', 'upload.zip')
  await writeFile(staged, 'uploaded yesterday')
  await utimes(staged, 0, 0)
  const key = store.createKey('archives', 'zip')

  await store.importFile(staged, key)

  const listed = await Array.fromAsync(store.list('archives'))
  const { modifiedAt } = listed.find((file) => file.key === key) ?? {}
  expect(Date.now() - Number(modifiedAt)).toBeLessThan(60_000)
})

test('only the system user of the app can read the files', async () => {
  const { folder } = await storeWith('x')
  const [path] = await filesIn(folder)

  const { mode } = await stat(path ?? '')

  expect(mode & 0o077).toBe(0)
})

test('the disk store creates no signed URLs', async () => {
  const { store, key } = await storeWith('x')
  const options = { method: 'GET', fileName: 'a.zip', contentType: 'application/zip' } as const

  expect(await store.createSignedUrl(key, options)).toBeUndefined()
})

test('the health check writes and removes a file; it fails when the folder cannot be written', async () => {
  const { folder, store } = await storeWith('x')
  await store.check()
  expect(await filesIn(folder)).toHaveLength(1)

  const lost = await createDiskStore(join(folder, 'lost'))
  await rm(join(folder, 'lost'), { recursive: true })

  await expect(lost.check()).rejects.toThrow('ENOENT')
})
