import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inspectArchive } from '#platform/files/archives/inspect-archive.ts'

import { folderName, packResource } from './archives.ts'
import { catalogue } from './catalogue.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripthaven-demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const smallest = catalogue.find(({ assetSize }) => assetSize === 0)
const largest = catalogue.toSorted((one, other) => other.assetSize - one.assetSize)[0]
const arabic = catalogue.find(({ name }) => /^\p{Script=Arabic}/u.test(name))

test.each([
  ['a script without assets', smallest, 5],
  ['the largest one', largest, 6],
  ['one whose name has no Latin letter', arabic, 6],
])('the archive of %s passes the hub’s own inspection', async (_, script, files) => {
  if (!script) throw new Error('The catalogue has no such script')
  const path = join(folder, `${folderName(script.name)}.zip`)
  const bytes = packResource(script)
  await writeFile(path, bytes)

  const listing = await inspectArchive(path, { extension: 'zip' })

  expect(listing).toMatchObject({ kind: 'zip', entries: files })
  expect(listing.unpackedSize).toBeGreaterThan(script.assetSize)
})

test('archives are from two kilobytes to two megabytes', () => {
  const sizes = [smallest, largest].map((script) => (script ? packResource(script).length : 0))

  expect(sizes[0]).toBeGreaterThan(1_500)
  expect(sizes[1]).toBeLessThan(2.1 * 1024 ** 2)
})

test('the same script is packed into the same bytes', () => {
  if (!largest) throw new Error('The catalogue is empty')

  expect(packResource(largest).equals(packResource({ ...largest }))).toBe(true)
})

test.each([
  ['Ledger Inventory', 'ledger-inventory'],
  ['Café 24/7!', 'cafe-24-7'],
  ['واحة النخيل', 'resource'],
])('the folder of %s is %s', (name, expected) => expect(folderName(name)).toBe(expected))
