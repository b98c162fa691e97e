import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inspectArchive } from '#platform/inspection/archives/inspect-archive.ts'
import { runAnalysis } from '#server/archives/analyse/run-analysis.ts'

import type { PartName } from './archive-parts.ts'
import { createArchive, toSlug } from './archives.ts'
import { catalogue } from './catalogue.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripthaven-demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bySize = catalogue.toSorted((one, other) => one.assetSize - other.assetSize)

const plain = bySize.filter(({ parts: more, isDamaged }) => more.length === 0 && !isDamaged)

test.each([
  ['without assets', plain[0], 5],
  ['with the largest assets', plain.at(-1), 6],
  [
    'with a name from right to left',
    plain.find(({ name }) => /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name)),
    5,
  ],
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

test('about 40 archives have more than the first files, and one is damaged', () => {
  expect(catalogue.filter(({ parts: more }) => more.length > 0).length).toBeGreaterThanOrEqual(40)
  expect(catalogue.filter(({ isDamaged }) => isDamaged)).toHaveLength(1)
})

const [example] = plain

test.each<[PartName, rule: string | undefined, count?: number]>([
  ['esx', undefined],
  ['qbcore', undefined],
  ['ox', undefined],
  ['database', undefined],
  ['page', undefined],
  ['javascript', undefined],
  ['locales', undefined],
  ['weather', undefined],
  ['handling', undefined],
  ['pack', undefined],
  ['console', undefined],
  ['webhook', 'webhook'],
  ['updater', 'runs-downloaded-code'],
  ['rewards', 'open-to-players'],
  ['license', 'secret-and-http'],
  ['obfuscated', 'hidden-text'],
  // The file, and the code that runs it.
  ['disguised', 'disguised-file', 2],
  ['escrowed', undefined],
])(
  'an archive with the part %s has the finding %s, and its manifests name no missing file',
  async (part, rule, count = 1) => {
    if (!example) throw new Error('The catalogue has no such script')
    const { analysis } = await analyse(createArchive({ ...example, parts: [part] }))

    const rules = analysis.findings.map((finding) => finding.rule)
    expect(rule === undefined ? rules : rules.filter((found) => found === rule)).toEqual(
      rule === undefined ? [] : Array.from({ length: count }, () => rule),
    )
    expect(analysis.resources.flatMap(({ problems }) => problems)).toEqual([])
  },
)

test('the damaged archive is accepted, and its analysis fails', async () => {
  const damaged = catalogue.find(({ isDamaged }) => isDamaged)
  if (!damaged) throw new Error('The catalogue has no damaged archive')
  const path = join(folder, 'damaged.zip')
  await writeFile(path, createArchive(damaged))

  expect(await inspectArchive(path, { extension: 'zip' })).toMatchObject({ kind: 'zip' })
  await expect(analyse(createArchive(damaged))).rejects.toThrow('damaged')
})

/** In this process, without the sandbox of the server. */
async function analyse(archive: Buffer) {
  const name = join(folder, randomUUID())
  await writeFile(name, archive)
  await using file = await open(name)
  await using pack = await open(`${name}.pack`, 'wx+')
  const blocklist = { hosts: [], texts: [], files: [] }
  const work = { work: 'analyse', extension: 'zip', blocklist, wasmMemoryMax: 512 * 1024 ** 2 } as const
  const reply = await runAnalysis(work, [file.fd, pack.fd])
  if (reply.state === 'failed') throw new Error(reply.code)
  return reply
}

test.each([
  ['Ledger Inventory', 'ledger-inventory'],
  ['Café 24/7!', 'cafe-24-7'],
  ['واحة النخيل', 'resource'],
])('the slug of %s is %s', (text, slug) => expect(toSlug(text)).toBe(slug))
