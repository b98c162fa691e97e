import { randomBytes } from 'node:crypto'

import { messages, type ArchiveKind } from '../../server/platform/inspection/archives/archive-limits.ts'

import { rar5Of } from './rar.ts'
import { sevenZipOf } from './seven-zip.ts'
import { zipOf } from './zip.ts'

const one = [{ name: 'a.lua', content: 'x' }]
const outside = [{ name: '../../etc/passwd', content: 'x' }]
const link = { name: 'link', content: '/etc/passwd', mode: 0o120777 }
const folders = () => Array.from({ length: 50_001 }, (_, at) => ({ name: `${at}/` }))
const longNames = () => Array.from({ length: 9_000 }, (_, at) => ({ name: `${at}-${'n'.repeat(3_000)}` }))
const sevenZipSignature = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])

type RejectedArchive = [name: string, extension: ArchiveKind, content: Buffer, message: string]

/** Archives that must not be accepted, each with the sentence that its sender gets. */
export const rejectedArchives = (): RejectedArchive[] => [
  ['climbs', 'zip', zipOf(outside), messages.outside],
  ['starts at the root', 'zip', zipOf([{ name: '/etc/passwd', content: 'x' }]), messages.outside],
  ['links', 'zip', zipOf([link]), messages.link],
  [
    'is a bomb',
    'zip',
    zipOf([{ name: 'a', content: Buffer.alloc(80 << 20), deflate: true }]),
    messages.ratio,
  ],
  [
    'claims 1 TB',
    'zip',
    zipOf([{ name: 'a', deflate: true, claimed: { size: 2 ** 40 } }]),
    messages.tooLarge,
  ],
  ['claims 60,000 files', 'zip', zipOf(one, { claimedCount: 60_000 }), messages.tooManyEntries],
  ['claims 2^40 files', 'zip', zipOf(one, { zip64: true, claimedCount: 2 ** 40 }), messages.tooManyEntries],
  [
    'claims less in zip64',
    'zip',
    zipOf([...one, { name: 'b' }], { zip64: true, claimedCount: 1 }),
    messages.damaged,
  ],
  ['has 50,001 folders', 'zip', zipOf(folders()), messages.tooManyEntries],
  ['overlaps', 'zip', overlapping(), messages.overlap],
  ['is cut', 'zip', zipOf([{ name: 'a', content: randomBytes(5_000) }]).subarray(0, 3_000), messages.damaged],
  ['is cut in its directory', 'zip', zipOf(one).subarray(0, -40), messages.damaged],
  ['has a name twice', 'zip', zipOf([...one, { name: 'A.LUA', content: 'y' }]), messages.repeatedName],
  ['climbs', '7z', sevenZipOf(outside), messages.outside],
  ['links', '7z', sevenZipOf([link]), messages.link],
  ['has long names', '7z', sevenZipOf(longNames()), messages.memory],
  ['claims 32 TB', '7z', sevenZipOf(one, { claimedSize: 2 ** 45 }), messages.tooLarge],
  ['is noise', '7z', Buffer.concat([sevenZipSignature, randomBytes(4_000)]), messages.damaged],
  ['climbs', 'rar', rar5Of(outside), messages.outside],
  ['links', 'rar', rar5Of([{ name: 'l', link: { type: 1, target: '/etc/passwd' } }]), messages.link],
  ['is a bomb', 'rar', rar5Of([{ name: 'a', content: 'x', claimedSize: 80 << 20 }]), messages.ratio],
  ['is locked', 'rar', rar5Of(one, { headersEncrypted: true }), messages.encrypted],
  ['is noise', 'rar', Buffer.concat([rar5Of(one).subarray(0, 12), randomBytes(4_000)]), messages.damaged],
]

/** The data of one file is another one, as in bombs that use the same bytes many times. */
function overlapping(): Buffer {
  const inner = zipOf([{ name: 'inner.txt', content: 'x'.repeat(100) }]).subarray(0, 30 + 9 + 100)
  return zipOf([
    { name: 'outer.bin', content: inner },
    { name: 'inner.txt', content: 'x'.repeat(100), offset: 30 + 'outer.bin'.length },
  ])
}
