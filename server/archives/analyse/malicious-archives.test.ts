import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

import { expect, test } from 'vitest'

import type { ArchiveKind } from '#platform/inspection/archives/archive-limits.ts'
import { inspect } from '#test-support/archives/archive-listing.ts'
import { rejectedArchives } from '#test-support/archives/malicious-archives.ts'
import { rar5Of } from '#test-support/archives/rar.ts'
import { packWithSevenZip } from '#test-support/archives/real-archives.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { temporaryFolder } from '#test-support/files.ts'

import { analyseArchive } from './analyse-archive.ts'

const blocklist = { hosts: [], texts: [], files: [] }
const text = 'print(1)\n'.repeat(100)
const file = { name: 'a.lua', content: text }
const deflated = { ...file, deflate: true }

/** As a submission does: the archive is listed, and analysed if the list is right. */
async function submit(archive: Buffer, extension: ArchiveKind) {
  const listed = await inspect(archive, extension)
  if (typeof listed === 'string') return listed
  const folder = await temporaryFolder()
  const paths = { archive: join(folder, 'archive'), pack: join(folder, 'pack') }
  await writeFile(paths.archive, archive)
  return analyseArchive({ ...paths, extension, blocklist, mayPause: false, limits: { processorSeconds: 20 } })
}

test.each(rejectedArchives())(
  'an archive that %s is rejected (.%s)',
  async (_, extension, archive, message) => {
    expect(await submit(archive, extension)).toBe(message)
  },
)

test.each<[string, ArchiveKind, Buffer]>([
  ['has another CRC', 'zip', changed(zipOf([file]))],
  ['unpacks to more than it says', 'zip', zipOf([{ ...deflated, claimed: { size: 10 } }])],
  ['unpacks to less than it says', 'zip', zipOf([{ ...deflated, claimed: { size: 2_000 } }])],
  ['is no deflated data', 'zip', zipOf([deflated]).fill(0xff, 35, 40)],
  ['hides another one behind its data', 'zip', withHiddenFile(Buffer.from(text))],
  ['is large and hides another one behind its data', 'zip', withHiddenFile(randomBytes(9 << 20))],
  ['is large and has much behind its data', 'zip', withHiddenFile(randomBytes(9 << 20), 3 << 20)],
  ['has another CRC', '7z', changed(sevenZipOf([file]))],
  ['is no LZMA data', '7z', (await packWithSevenZip([file], '-t7z')).fill(0xff, 40, 50)],
  ['has another CRC', 'rar', changed(rar5Of([file]))],
  ['unpacks to less than it says', 'rar', rar5Of([{ ...file, claimedSize: 2_000 }])],
])('an archive with a file that %s is damaged (.%s)', async (_, extension, archive) => {
  expect(await submit(archive, extension)).toMatchObject({ state: 'failed', code: 'damaged' })
})

test.each<[string, ArchiveKind, Buffer, string | undefined]>([
  ['60 MB in one script', 'zip', zipOf([{ ...deflated, content: Buffer.alloc(60 << 20) }]), 'not-fully-read'],
  [
    '60 MB in one script',
    '7z',
    await packWithSevenZip([{ ...file, content: Buffer.alloc(60 << 20) }]),
    'not-fully-read',
  ],
  ['nested bombs', 'zip', zipOf([{ name: 'a.zip', content: bombs(5) }]), 'nested-archive'],
  ['another archive in 7z', '7z', sevenZipOf([{ name: 'a.zip', content: bombs(1) }]), 'nested-archive'],
  [
    '10,000 empty files',
    'zip',
    zipOf(Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}.lua` }))),
    undefined,
  ],
  ['500 folders in each other', 'zip', zipOf([{ ...file, name: `${'d/'.repeat(500)}a.lua` }]), undefined],
])('%s are analysed within the limits (.%s)', async (_, extension, archive, rule) => {
  const outcome = await submit(archive, extension)

  expect(outcome).toMatchObject({ state: 'done' })
  const rules =
    typeof outcome !== 'string' && outcome.state === 'done'
      ? outcome.analysis.findings.map((one) => one.rule)
      : []
  expect(rules).toEqual(rule === undefined ? [] : [rule])
})

/** The text is changed, its CRC is not. */
function changed(archive: Buffer): Buffer {
  archive.write('prINt', archive.indexOf('print'))
  return archive
}

/** Programs that read from the start find the second file; its bytes are data of the first one in the directory. */
function withHiddenFile(content: Buffer, more = 0): Buffer {
  const data = deflateRawSync(content)
  const hidden = zipOf([{ name: 'hidden.lua', content: 'os.execute("x")' }])
  const behind = hidden.subarray(0, hidden.indexOf('PK\x01\x02'))
  const archive = zipOf([{ name: 'a.lua', content: Buffer.concat([data, behind, Buffer.alloc(more)]) }])
  for (const [signature, at] of [
    ['PK\x03\x04', 8],
    ['PK\x01\x02', 10],
  ] as const) {
    const start = signature === 'PK\x03\x04' ? 0 : archive.lastIndexOf(signature)
    archive.writeUInt16LE(8, start + at)
    archive.writeUInt32LE(crc32(content), start + at + 6)
    archive.writeUInt32LE(content.length, start + at + 14)
  }
  return archive
}

/** Each level has the one below ten times. */
function bombs(levels: number): Buffer {
  const content = levels === 0 ? Buffer.alloc(1 << 20) : bombs(levels - 1)
  return zipOf(Array.from({ length: 10 }, (_, at) => ({ name: `${at}.zip`, content, deflate: true })))
}
