import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#test-support/files.ts'
import { zipOf, type ZipMember } from '#test-support/archives/zip.ts'

import { messages } from './archive-limits.ts'
import { listZip } from './list-zip.ts'
import { gamePack, gamePackListing, inspect, createMembers } from '#test-support/archives/archive-listing.ts'

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
  [
    'made by a program that sets all bits of the mode of a folder',
    zipOf(
      members.map((member) => ({
        ...member,
        ...(member.name.toString().endsWith('/') && { mode: 0o177777 }),
      })),
    ),
  ],
  ['made on Windows', zipOf(members.map((member) => ({ ...member, dosAttributes: 0x20 })))],
])('a valid archive is listed: %s', async (_, archive) => {
  expect(await inspect(archive, 'zip')).toEqual({ kind: 'zip', ...gamePackListing })
})

test('50,000 members are accepted, more are rejected', async () => {
  expect(await inspect(zipOf(createMembers(50_000)), 'zip')).toMatchObject({ entries: 50_000 })
  expect(await inspect(zipOf(createMembers(50_001)), 'zip')).toBe(messages.tooManyEntries)
})

test.each<[string, ZipMember[], string]>([
  ['a parent path', [{ name: '../evil.lua' }], messages.outside],
  ['a parent path in the middle', [{ name: 'a/../../evil.lua' }], messages.outside],
  ['an absolute path', [{ name: '/etc/passwd' }], messages.outside],
  ['a drive', [{ name: 'C:/evil.lua' }], messages.outside],
  ['a drive without a slash', [{ name: 'c:evil.lua' }], messages.outside],
  ['a backslash', [{ name: 'garage\\main.lua' }], messages.backslash],
  ['a parent path with backslashes', [{ name: '..\\evil.lua' }], messages.backslash],
  ['NUL', [{ name: 'a.lua\0.png' }], messages.badName],
  ['a line break', [{ name: 'a\nb.lua' }], messages.badName],
  ['no name', [{ name: '' }], messages.badName],
  ['a name that is too long', [{ name: 'n'.repeat(1025) }], messages.longName],
  ['the same name twice', [{ name: 'a.lua' }, { name: 'a.lua' }], messages.repeatedName],
  ['names that differ in case', [{ name: 'Main.lua' }, { name: 'main.LUA' }], messages.repeatedName],
  ['names that differ in case beyond ASCII', [{ name: 'Ü.lua' }, { name: 'ü.lua' }], messages.repeatedName],
  [
    'names that differ in composition',
    [{ name: '\u00FC.lua' }, { name: 'u\u0308.lua' }],
    messages.repeatedName,
  ],
  ['names that differ in a dot', [{ name: 'a/b.lua' }, { name: 'a/./b.lua' }], messages.repeatedName],
  ['a file where a folder is', [{ name: 'a' }, { name: 'a/' }], messages.repeatedName],
  ['a symbolic link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }], messages.link],
  ['a Windows junction', [{ name: 'link', dosAttributes: 0x400 }], messages.link],
  ['a device', [{ name: 'null', mode: 0o020666 }], messages.special],
  ['a pipe', [{ name: 'pipe', mode: 0o010666 }], messages.special],
  ['a file of an unknown type', [{ name: 'file', mode: 0o177777 }], messages.special],
  [
    'encryption',
    [{ name: 'a.lua', content: 'x'.repeat(20), encrypted: true, claimed: { size: 8 } }],
    messages.encrypted,
  ],
  ['only folders', [{ name: 'a/' }, { name: 'a/b/' }], messages.empty],
  [
    'more than 4 GB',
    [{ name: 'a', content: 'x', deflate: true, claimed: { size: 4 * 1024 ** 3 + 1 } }],
    messages.tooLarge,
  ],
  [
    'more than 4 GB in small parts',
    Array.from({ length: 5 }, (_, at) => ({ name: `${at}`, deflate: true, claimed: { size: 1024 ** 3 } })),
    messages.tooLarge,
  ],
  ['a bomb', [{ name: 'a', content: Buffer.alloc(65 << 20), deflate: true }], messages.ratio],
  ['another name in its own header', [{ name: 'good.lua', localName: 'evil.lua' }], messages.damaged],
])('an archive with %s is rejected', async (_, malicious, message) => {
  expect(await inspect(zipOf(malicious), 'zip')).toBe(message)
})

/** 表.lua and ソ in Shift_JIS. */
const shiftJis = (text: string) =>
  Buffer.from(text.replaceAll('表', '\x95\x5c').replaceAll('ソ', '\x83\x5c'), 'latin1')

test('Shift_JIS names whose second byte is the code of a backslash are accepted', async () => {
  const archive = zipOf(
    [{ name: shiftJis('表/') }, { name: shiftJis('表/ソ.lua'), content: 'x' }, { name: shiftJis('表/表') }],
    { nameFlag: false },
  )

  expect(await inspect(archive, 'zip')).toEqual({ kind: 'zip', entries: 3, unpackedSize: 1 })
})

test.each([
  ['a backslash beside them', shiftJis('表\\a.lua')],
  ['a parent path after them', shiftJis('表..\\a.lua')],
  ['a parent path in a program that takes them for separators', shiftJis('表../表../../a.lua')],
  ['bytes that are not Shift_JIS', Buffer.from('\x95\x5c\x80\xff\x5c.lua', 'latin1')],
])('Shift_JIS names with %s are rejected', async (_, name) => {
  expect(await inspect(zipOf([{ name, content: 'x' }], { nameFlag: false }), 'zip')).toBe(messages.backslash)
})

test('60 MB that compress well are accepted', async () => {
  const archive = zipOf([{ name: 'big.json', content: Buffer.alloc(60 << 20), deflate: true }])

  expect(await inspect(archive, 'zip')).toMatchObject({ unpackedSize: 60 << 20 })
})

test('overlapping members are rejected', async () => {
  const inner = zipOf([{ name: 'inner.txt', content: 'x'.repeat(100) }])
  const [innerStart] = [30 + 'outer.zip'.length]
  const overlapping = zipOf([
    { name: 'outer.zip', content: inner },
    { name: 'inner.txt', content: 'x'.repeat(100), offset: innerStart },
  ])

  expect(await inspect(overlapping, 'zip')).toBe(messages.overlap)
})

test('two names for one member are rejected', async () => {
  const twice = zipOf([
    { name: 'a.txt', content: 'x' },
    { name: 'b.txt', content: 'x', localName: 'b.txt', offset: 0 },
  ])

  expect(await inspect(twice, 'zip')).toBe(messages.damaged)
})

test.each<[string, Buffer, string]>([
  ['bytes after its end', Buffer.concat([good, Buffer.from('trailing')]), messages.trailing],
  ['another archive after it', Buffer.concat([good, good]), messages.damaged],
  ['bytes before its start', Buffer.concat([Buffer.from('bytes'), good]), messages.notAnArchive],
  ['an archive before its start', Buffer.concat([zipOf([{ name: 'x' }]), good]), messages.damaged],
  [
    'its first bytes hidden from the directory',
    zipOf([{ name: 'hidden' }, { name: 'shown' }]).fill(0),
    messages.notAnArchive,
  ],
  ['a hidden gap', zipOf(members, { gap: Buffer.alloc(25) }), messages.hidden],
  ['nothing but an end record', zipOf([]), messages.empty],
  ['fewer members than its end record says', zipOf(members, { claimedCount: 20 }), messages.damaged],
  ['more members than its end record says', zipOf(members, { claimedCount: 2 }), messages.damaged],
  ['its end cut off', good.subarray(0, -30), messages.damaged],
  ['one byte cut off', good.subarray(0, -1), messages.damaged],
  ['its comment cut off', zipOf(members, { comment: 'long comment' }).subarray(0, -3), messages.trailing],
  ['only its first header', good.subarray(0, 30), messages.damaged],
  [
    'the signature and noise',
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 7)]),
    messages.damaged,
  ],
  ['a second directory in its comment', withSecondDirectory(), messages.hidden],
])('an archive with %s is rejected', async (_, archive, message) => {
  expect(await inspect(archive, 'zip')).toBe(message)
})

/** The comment contains another valid end record: the reader decides which one counts. */
function withSecondDirectory(): Buffer {
  const shown = zipOf([{ name: 'shown.txt' }, { name: 'hidden.exe' }])
  const other = zipOf([{ name: 'shown.txt' }])
  const comment = other.subarray(other.indexOf('PK\x01\x02'))
  comment.writeUInt32LE(shown.length, comment.length - 6)
  return zipOf([{ name: 'shown.txt' }, { name: 'hidden.exe' }], { comment })
}

test('an archive with one flipped bit is listed or rejected, and no read hangs', async () => {
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

  // A TypeError would be a bug.
  expect(errors.filter((error) => error instanceof TypeError)).toEqual([])
  expect(errors.length).toBeGreaterThan(100)
  expect(errors.length).toBeLessThan(good.length)
})
