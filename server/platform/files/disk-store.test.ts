import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test('a key fans out in folders', async () => {
  const { folder, key } = await storeWith('x')

  const name = key.slice('archives/'.length)
  expect(await filesIn(folder)).toEqual([join(folder, 'archives', name.slice(0, 2), name)])
})

test('the list passes over what is not a file of ours', async () => {
  const { folder, store, key } = await storeWith('12345')
  await mkdir(join(folder, 'archives', 'zz'))
  await writeFile(join(folder, 'archives', 'zz', 'README'), 'not ours')
  await symlink('/etc', join(folder, 'archives', 'etc'))

  const listed = await Array.fromAsync(store.list('archives'))

  expect(listed.map((file) => file.key)).toEqual([key])
})

test('files are private to the account of the hub', async () => {
  const { folder } = await storeWith('x')
  const [path] = await filesIn(folder)

  const { mode } = await stat(path ?? '')

  expect(mode & 0o077).toBe(0)
})

test('only the hub can answer with a file of the disk', async () => {
  const { store, key } = await storeWith('x')
  const as = { method: 'GET', fileName: 'a.zip', contentType: 'application/zip' } as const

  expect(await store.addressOf(key, as)).toBeUndefined()
})

test('the check passes and leaves nothing; it fails when the folder cannot be written', async () => {
  const { folder, store } = await storeWith('x')
  await store.check()
  expect(await filesIn(folder)).toHaveLength(1)

  const lost = await openDiskStore(join(folder, 'lost'))
  await rm(join(folder, 'lost'), { recursive: true })

  await expect(lost.check()).rejects.toThrow('ENOENT')
})
