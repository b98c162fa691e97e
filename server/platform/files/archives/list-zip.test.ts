import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#platform/files/testing.ts'
import { zipOf, type ZipMember } from '#platform/testing-archives/zip.ts'

import { refusals } from './archive-rules.ts'
import { listZip } from './list-zip.ts'
import { gamePack, gamePackListing, judge, many } from './testing-listing.ts'

const members: ZipMember[] = gamePack.map(({ name, directory, content = '' }) => ({
  name: directory ? `${name}/` : name,
  content,
}))
const good = zipOf(members)

test.each([
  ['stored', good],
  ['deflated', zipOf(members.map((member) => ({ ...member, deflate: true })))],
  [
    'streamed, with sizes after the data',
    zipOf(members.map((member) => ({ ...member, deflate: true, descriptor: true }))),
  ],
  ['with a comment', zipOf(members, { comment: 'Packed with care' })],
  ['zip64', zipOf(members, { zip64: true })],
  ['zip64 with a comment', zipOf(members, { zip64: true, comment: 'long' })],
  [
    'made on Unix',
    zipOf(
      members.map((member) => ({
        ...member,
        mode: member.name.toString().endsWith('/') ? 0o040755 : 0o100644,
      })),
    ),
  ],
  ['made on Windows', zipOf(members.map((member) => ({ ...member, dosAttributes: 0x20 })))],
])('an honest archive is listed: %s', async (_, archive) => {
  expect(await judge(archive, 'zip')).toEqual({ kind: 'zip', ...gamePackListing })
})

test('ten thousand members are listed, more are too many', async () => {
  expect(await judge(zipOf(many(10_000)), 'zip')).toMatchObject({ entries: 10_000 })
  expect(await judge(zipOf(many(10_001)), 'zip')).toBe(refusals.tooManyEntries)
  expect(await judge(zipOf(many(60_000)), 'zip')).toBe(refusals.tooManyEntries)
})

test.each<[string, ZipMember[], string]>([
  ['a way up', [{ name: '../evil.lua' }], refusals.outside],
  ['a way up in the middle', [{ name: 'a/../../evil.lua' }], refusals.outside],
  ['an absolute path', [{ name: '/etc/passwd' }], refusals.outside],
  ['a drive', [{ name: 'C:/evil.lua' }], refusals.outside],
  ['a drive without a slash', [{ name: 'c:evil.lua' }], refusals.outside],
  ['a backslash', [{ name: 'garage\\main.lua' }], refusals.backslash],
  ['a way up with backslashes', [{ name: '..\\evil.lua' }], refusals.backslash],
  ['NUL', [{ name: 'a.lua\0.png' }], refusals.badName],
  ['a line break', [{ name: 'a\nb.lua' }], refusals.badName],
  ['no name', [{ name: '' }], refusals.badName],
  ['an endless name', [{ name: 'n'.repeat(1025) }], refusals.longName],
  ['the same name twice', [{ name: 'a.lua' }, { name: 'a.lua' }], refusals.repeatedName],
  ['names that differ in case', [{ name: 'Main.lua' }, { name: 'main.LUA' }], refusals.repeatedName],
  ['names that differ in case beyond ASCII', [{ name: 'Ü.lua' }, { name: 'ü.lua' }], refusals.repeatedName],
  [
    'names that differ in composition',
    [{ name: '\u00FC.lua' }, { name: 'u\u0308.lua' }],
    refusals.repeatedName,
  ],
  ['names that differ in a dot', [{ name: 'a/b.lua' }, { name: 'a/./b.lua' }], refusals.repeatedName],
  ['a file where a folder is', [{ name: 'a' }, { name: 'a/' }], refusals.repeatedName],
  ['a symbolic link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }], refusals.link],
  ['a Windows junction', [{ name: 'link', dosAttributes: 0x400 }], refusals.link],
  ['a device', [{ name: 'null', mode: 0o020666 }], refusals.special],
  ['a pipe', [{ name: 'pipe', mode: 0o010666 }], refusals.special],
  [
    'encryption',
    [{ name: 'a.lua', content: 'x'.repeat(20), encrypted: true, claimed: { size: 8 } }],
    refusals.encrypted,
  ],
  ['only folders', [{ name: 'a/' }, { name: 'a/b/' }], refusals.empty],
  [
    'more than 4 GB',
    [{ name: 'a', content: 'x', deflate: true, claimed: { size: 4 * 1024 ** 3 + 1 } }],
    refusals.tooLarge,
  ],
  [
    'more than 4 GB in small parts',
    Array.from({ length: 5 }, (_, at) => ({ name: `${at}`, deflate: true, claimed: { size: 1024 ** 3 } })),
    refusals.tooLarge,
  ],
  ['a bomb', [{ name: 'a', content: Buffer.alloc(65 << 20), deflate: true }], refusals.ratio],
  ['another name in its own header', [{ name: 'good.lua', localName: 'evil.lua' }], refusals.damaged],
])('an archive with %s is refused', async (_, hostile, message) => {
  expect(await judge(zipOf(hostile), 'zip')).toBe(message)
})

test('sixty megabytes of text that pack well are no bomb', async () => {
  const archive = zipOf([{ name: 'big.json', content: Buffer.alloc(60 << 20), deflate: true }])

  expect(await judge(archive, 'zip')).toMatchObject({ unpackedSize: 60 << 20 })
})

test('members that lie over one another are refused', async () => {
  const inner = zipOf([{ name: 'inner.txt', content: 'x'.repeat(100) }])
  const [innerStart] = [30 + 'outer.zip'.length]
  const overlapping = zipOf([
    { name: 'outer.zip', content: inner },
    { name: 'inner.txt', content: 'x'.repeat(100), offset: innerStart },
  ])

  expect(await judge(overlapping, 'zip')).toBe(refusals.overlap)
})

test('two names for one member are refused', async () => {
  const twice = zipOf([
    { name: 'a.txt', content: 'x' },
    { name: 'b.txt', content: 'x', localName: 'b.txt', offset: 0 },
  ])

  expect(await judge(twice, 'zip')).toBe(refusals.damaged)
})

test.each<[string, Buffer, string]>([
  ['bytes after its end', Buffer.concat([good, Buffer.from('trailing')]), refusals.trailing],
  ['another archive after it', Buffer.concat([good, good]), refusals.damaged],
  ['bytes before its start', Buffer.concat([Buffer.from('MZ program'), good]), refusals.notAnArchive],
  ['an archive before its start', Buffer.concat([zipOf([{ name: 'x' }]), good]), refusals.damaged],
  [
    'its first bytes hidden from the directory',
    zipOf([{ name: 'hidden' }, { name: 'shown' }]).fill(0),
    refusals.notAnArchive,
  ],
  ['a hidden gap', zipOf(members, { gap: Buffer.alloc(25) }), refusals.hidden],
  ['nothing but an end record', zipOf([]), refusals.empty],
  ['fewer members than its end record says', zipOf(members, { claimedCount: 20 }), refusals.damaged],
  ['more members than its end record says', zipOf(members, { claimedCount: 2 }), refusals.damaged],
  ['its end cut off', good.subarray(0, -30), refusals.damaged],
  ['one byte cut off', good.subarray(0, -1), refusals.damaged],
  ['its comment cut off', zipOf(members, { comment: 'long comment' }).subarray(0, -3), refusals.trailing],
  ['only its first header', good.subarray(0, 30), refusals.damaged],
  [
    'the signature and noise',
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 7)]),
    refusals.damaged,
  ],
  ['a second directory in its comment', withSecondDirectory(), refusals.hidden],
])('an archive with %s is refused', async (_, archive, message) => {
  expect(await judge(archive, 'zip')).toBe(message)
})

/** Its comment is an end record of its own, sound by itself: which one counts depends on who reads. */
function withSecondDirectory(): Buffer {
  const shown = zipOf([{ name: 'shown.txt' }, { name: 'hidden.exe' }])
  const other = zipOf([{ name: 'shown.txt' }])
  const comment = other.subarray(other.indexOf('PK\x01\x02'))
  comment.writeUInt32LE(shown.length, comment.length - 6)
  return zipOf([{ name: 'shown.txt' }, { name: 'hidden.exe' }], { comment })
}

test('whatever bit is flipped, the archive is listed or refused and nothing hangs', async () => {
  const path = join(await temporaryFolder(), 'archive')
  const errors: unknown[] = []
  for (let at = 0; at < good.length; at++) {
    const flipped = Buffer.from(good)
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at)
    await writeFile(path, flipped)
    const file = openSync(path, 'r')
    try {
      await listZip(file, flipped.length)
    } catch (error) {
      errors.push(error)
    } finally {
      closeSync(file)
    }
  }

  // A bug is no refusal.
  expect(errors.filter((error) => error instanceof TypeError)).toEqual([])
  expect(errors.length).toBeGreaterThan(100)
  expect(errors.length).toBeLessThan(good.length)
})
