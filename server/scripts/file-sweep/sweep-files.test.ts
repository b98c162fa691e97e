import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { sweepFiles } from './sweep-files.ts'
import { createPng, editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

test('unreferenced files are removed after a day, referenced ones stay, missing ones are reported', async () => {
  const stored = await app.request(author, 'POST', '/api/scripts', await scriptForm())
  const content = zipOf([{ name: 'hud/client.lua', content: 'print(2)' }])
  const edit = editForm({}, { archive: { fileName: 'hud.zip', content } })
  expect((await app.request(author, 'PUT', `/api/scripts/${stored.body.id}`, edit)).status).toBe(200)
  const avatar = new FormData()
  avatar.set('avatar', new Blob([new Uint8Array(await createPng())], { type: 'image/png' }), 'avatar.png')
  expect((await app.request(author, 'PUT', '/api/users/me', avatar)).status).toBe(200)
  const named = await filesOnDisk(app.dataDir)
  const { files } = app.app
  const orphans = [
    files.createKey('archives', 'zip'),
    files.createKey('images', 'webp'),
    files.createKey('avatars', 'webp'),
    files.createKey('packs', 'pack'),
  ]
  for (const key of orphans) await files.write(key, Buffer.from('left behind'))

  expect((await sweepFiles(app.app)).removed).toBe(0)
  await makeOld(join(app.dataDir, 'files'))
  expect(await sweepFiles(app.app)).toEqual({ removed: 4, missing: [] })

  expect((await filesOnDisk(app.dataDir)).filter((name) => !name.endsWith('.part'))).toEqual(named)
  for (const path of [`scripts/${stored.body.id}`, `versions/${stored.body.versionId}`]) {
    const link = await app.request(author, 'GET', `/api/${path}/download`)
    expect((await fetch(new URL(link.body.downloadUrl, app.url))).status).toBe(200)
  }
  for await (const { key } of files.list('archives')) await files.remove([key])
  expect((await sweepFiles(app.app)).missing).toHaveLength(2)
})

async function makeOld(folder: string): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * 24 * 3600_000)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), longAgo, longAgo)
}
