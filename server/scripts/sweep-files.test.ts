import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

import { sweepFiles } from './sweep-files.ts'
import { filesOnDisk, scriptForm } from './testing-forms.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')

test('files that no row names go once they are a day old; named ones stay, missing ones are told', async () => {
  const kept = await hub.as(author, 'POST', '/api/scripts', await scriptForm())
  const named = await filesOnDisk(hub.dataDir)
  const { files } = hub.hub
  const orphans = [files.newKey('archives', 'zip'), files.newKey('images', 'webp')]
  for (const key of orphans) await files.write(key, Buffer.from('left behind'))

  expect((await sweepFiles(hub.hub)).removed).toBe(0)
  await makeOld(join(hub.dataDir, 'files'))
  expect(await sweepFiles(hub.hub)).toEqual({ removed: 2, missing: [] })

  expect((await filesOnDisk(hub.dataDir)).filter((name) => !name.endsWith('.part'))).toEqual(named)
  const given = await hub.as(author, 'GET', `/api/scripts/${kept.body.id}/download`)
  expect((await fetch(new URL(given.body.downloadUrl, hub.address))).status).toBe(200)
  for await (const { key } of files.list('archives')) await files.remove([key])
  expect((await sweepFiles(hub.hub)).missing).toHaveLength(1)
})

async function makeOld(folder: string): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * 24 * 3600_000)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), longAgo, longAgo)
}
