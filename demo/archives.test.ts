import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inspectArchive } from '#platform/inspection/archives/inspect-archive.ts'

import { createArchive, toSlug } from './archives.ts'
import { catalogue } from './catalogue.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripthaven-demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bySize = catalogue.toSorted((one, other) => one.assetSize - other.assetSize)

test.each([
  ['without assets', bySize[0], 5],
  ['with the largest assets', bySize.at(-1), 6],
  ['with an Arabic name', catalogue.find(({ name }) => /^\p{Script=Arabic}/u.test(name)), 6],
])('the server accepts the archive of a script %s', async (_, script, entries) => {
  if (!script) throw new Error('The catalogue has no such script')
  const path = join(folder, 'script.zip')
  const archive = createArchive(script)
  await writeFile(path, archive)

  const listing = await inspectArchive(path, { extension: 'zip' })

  expect(listing).toMatchObject({ kind: 'zip', entries })
  expect(archive.length).toBeGreaterThan(1_500)
  expect(archive.length).toBeLessThan(2.1 * 1024 ** 2)
  expect(createArchive(script).equals(archive)).toBe(true)
})

test.each([
  ['Ledger Inventory', 'ledger-inventory'],
  ['Café 24/7!', 'cafe-24-7'],
  ['واحة النخيل', 'resource'],
])('the slug of %s is %s', (text, slug) => expect(toSlug(text)).toBe(slug))
