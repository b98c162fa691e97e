import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import openSevenZip from '7z-wasm'
import { createExtractorFromData } from 'node-unrar-js'
import { expect, test } from 'vitest'

import { temporaryFolder } from '#test-support/files.ts'
import { rar4Of, rar5Of, type RarMember } from '#test-support/archives/rar.ts'
import { sevenZipOf, type SevenZipMember } from '#test-support/archives/seven-zip.ts'

import { InvalidArchiveError, messages } from './archive-limits.ts'
import { listWithSevenZip } from './list-with-seven-zip.ts'
import { gamePack, gamePackListing, inspect, createMembers } from '#test-support/archives/archive-listing.ts'

const asciiPack = gamePack.map((member) => ({ ...member, name: member.name.replace('ü', 'ue') }))

/** Packed by 7-Zip itself with common switches. */
async function packedBySevenZip(...switches: string[]): Promise<Buffer> {
  const sevenZip = await openSevenZip.default({ print: () => undefined, printErr: () => undefined })
  for (const { name, directory, content } of gamePack) {
    if (directory) sevenZip.FS.mkdir(name)
    else sevenZip.FS.writeFile(name, content ?? '')
  }
  sevenZip.callMain(['a', ...switches, 'out.7z', 'garage'])
  return Buffer.from(sevenZip.FS.readFile('out.7z'))
}

test.each([
  ['stored, by hand', async () => sevenZipOf(gamePack)],
  ['packed by 7-Zip', () => packedBySevenZip()],
  ['packed with plain headers', () => packedBySevenZip('-mhc=off')],
  ['packed one by one', () => packedBySevenZip('-ms=off', '-mx=9')],
  ['packed with PPMd', () => packedBySevenZip('-m0=PPMd')],
])('a valid 7z is listed: %s', async (_, pack) => {
  expect(await inspect(await pack(), '7z')).toEqual({ kind: '7z', ...gamePackListing })
})

test.each([
  ['RAR 5', rar5Of(gamePack)],
  ['RAR 5 with a comment', rar5Of(gamePack, { comment: 'Packed with care' })],
  ['RAR 4', rar4Of(asciiPack.map((member) => ({ ...member, name: member.name.replaceAll('/', '\\') })))],
])('a valid %s is listed as by unRAR', async (_, archive) => {
  const theirs = await createExtractorFromData({ data: new Uint8Array(archive).buffer })
  const headers = [...theirs.getFileList().fileHeaders]

  expect(await inspect(archive, 'rar')).toEqual({ kind: 'rar', ...gamePackListing })
  expect(headers).toHaveLength(gamePackListing.entries)
  expect(headers.reduce((sum, header) => sum + header.unpSize, 0)).toBe(gamePackListing.unpackedSize)
})

test('50,000 members are accepted, more are rejected', async () => {
  expect(await inspect(sevenZipOf(createMembers(50_000)), '7z')).toMatchObject({ entries: 50_000 })
  expect(await inspect(rar5Of(createMembers(50_001)), 'rar')).toBe(messages.tooManyEntries)
})

type Shared = { name: string; content?: string; directory?: boolean; mode?: number }

const sharedInvalidMembers: [string, Shared[], string][] = [
  ['a parent path', [{ name: '../evil.lua' }, { name: 'a', content: 'x' }], messages.outside],
  ['an absolute path', [{ name: '/etc/passwd' }, { name: 'a', content: 'x' }], messages.outside],
  ['a drive', [{ name: 'C:/evil.lua' }, { name: 'a', content: 'x' }], messages.outside],
  ['a backslash', [{ name: 'garage\\main.lua' }, { name: 'a', content: 'x' }], messages.backslash],
  ['a name that is too long', [{ name: 'n'.repeat(1025), content: 'x' }], messages.longName],
  [
    'the same name twice',
    [
      { name: 'a.lua', content: 'x' },
      { name: 'a.lua', content: 'x' },
    ],
    messages.repeatedName,
  ],
  [
    'names that differ in case',
    [
      { name: 'Main.lua', content: 'x' },
      { name: 'main.LUA', content: 'x' },
    ],
    messages.repeatedName,
  ],
  ['a symbolic link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }], messages.link],
  ['a device', [{ name: 'null', content: 'x', mode: 0o020666 }], messages.special],
  ['a pipe', [{ name: 'pipe', content: 'x', mode: 0o010666 }], messages.special],
  ['only folders', [{ name: 'a', directory: true }], messages.empty],
  ['no member', [], messages.empty],
]

test.each(sharedInvalidMembers)('a 7z with %s is rejected', async (_, members, message) => {
  expect(await inspect(sevenZipOf(members), '7z')).toBe(message)
})

test.each(sharedInvalidMembers)('a RAR 5 with %s is rejected', async (_, members, message) => {
  expect(await inspect(rar5Of(members), 'rar')).toBe(message)
})

test.each<[string, SevenZipMember[], { claimedSize?: number }, string]>([
  ['a Windows junction', [{ name: 'a', content: 'x', windowsAttributes: 0x420 }], {}, messages.link],
  [
    'an anti-item',
    [
      { name: 'a', anti: true },
      { name: 'b', content: 'x' },
    ],
    {},
    messages.special,
  ],
  ['more than 4 GB', [{ name: 'a', content: 'x' }], { claimedSize: 4 * 1024 ** 3 + 1 }, messages.tooLarge],
  ['a bomb', [{ name: 'a', content: 'x' }], { claimedSize: 65 << 20 }, messages.ratio],
])('a 7z with %s is rejected', async (_, members, options, message) => {
  expect(await inspect(sevenZipOf(members, options), '7z')).toBe(message)
})

test.each<[string, RarMember[], string]>([
  ['a Unix link', [{ name: 'a', link: { type: 1, target: '../../etc/passwd' } }], messages.link],
  ['a Windows link', [{ name: 'a', link: { type: 2, target: 'C:\\Windows' } }], messages.link],
  ['a junction', [{ name: 'a', link: { type: 3, target: 'C:\\Windows' } }], messages.link],
  [
    'a hard link',
    [
      { name: 'b', content: 'x' },
      { name: 'a', link: { type: 4, target: 'b' } },
    ],
    messages.link,
  ],
  [
    'a copy by reference',
    [
      { name: 'b', content: 'x' },
      { name: 'a', link: { type: 5, target: 'b' } },
    ],
    messages.link,
  ],
  ['encryption', [{ name: 'a', content: 'x'.repeat(32), encrypted: true }], messages.encrypted],
  ['more than 4 GB', [{ name: 'a', content: 'x', claimedSize: 4 * 1024 ** 3 + 1 }], messages.tooLarge],
  ['a bomb', [{ name: 'a', content: 'x', claimedSize: 65 << 20 }], messages.ratio],
])('a RAR 5 with %s is rejected', async (_, members, message) => {
  expect(await inspect(rar5Of(members), 'rar')).toBe(message)
})

test.each<[string, RarMember[], string]>([
  ['a parent path', [{ name: '..\\evil.lua', content: 'x' }], messages.outside],
  ['encryption', [{ name: 'a', content: 'x', encrypted: true }], messages.encrypted],
  [
    'members from Unix, which may be links',
    [{ name: 'a', content: '/etc/passwd', mode: 0o120777 }],
    messages.oldUnixRar,
  ],
])('a RAR 4 with %s is rejected', async (_, members, message) => {
  expect(await inspect(rar4Of(members), 'rar')).toBe(message)
})

const one = [{ name: 'a', content: 'x'.repeat(500) }]

test.each<[string, Buffer, 'rar' | '7z', string]>([
  ['RAR 5 that is one part of a set', rar5Of(one, { volume: true }), 'rar', messages.oneOfSet],
  ['RAR 4 that is one part of a set', rar4Of(one, { volume: true }), 'rar', messages.oneOfSet],
  ['RAR 5 with encrypted headers', rar5Of([], { headersEncrypted: true }), 'rar', messages.encrypted],
  ['RAR 4 with encrypted headers', rar4Of(one, { headersEncrypted: true }), 'rar', messages.encrypted],
  ['RAR 5 without its end', rar5Of(one, { end: false }), 'rar', messages.damaged],
  ['RAR 5 cut short', rar5Of(one).subarray(0, -100), 'rar', messages.damaged],
  ['RAR 4 cut short', rar4Of(one).subarray(0, -100), 'rar', messages.damaged],
  [
    'RAR 5 with bytes after its end',
    Buffer.concat([rar5Of(one), Buffer.from('more')]),
    'rar',
    messages.trailing,
  ],
  [
    'RAR 4 with bytes after its end',
    Buffer.concat([rar4Of(one), Buffer.from('more')]),
    'rar',
    messages.trailing,
  ],
  [
    'RAR 5 with bytes before its start',
    Buffer.concat([Buffer.from('bytes'), rar5Of(one)]),
    'rar',
    messages.notAnArchive,
  ],
  [
    'RAR signature and noise',
    Buffer.concat([rar5Of([]).subarray(0, 8), Buffer.alloc(5000, 7)]),
    'rar',
    messages.damaged,
  ],
  ['7z cut short', sevenZipOf(one).subarray(0, -20), '7z', messages.damaged],
  [
    '7z with bytes after its end',
    Buffer.concat([sevenZipOf(one), Buffer.from('more')]),
    '7z',
    messages.trailing,
  ],
  [
    '7z signature and noise',
    Buffer.concat([sevenZipOf([]).subarray(0, 6), Buffer.alloc(5000, 7)]),
    '7z',
    messages.damaged,
  ],
])('a %s is rejected', async (_, archive, extension, message) => {
  expect(await inspect(archive, extension)).toBe(message)
})

test.each([
  ['with encrypted files', ['-psecret']],
  ['with encrypted headers', ['-psecret', '-mhe=on']],
])('a 7z %s is rejected', async (_, switches) => {
  expect(await inspect(await packedBySevenZip(...switches), '7z')).toBe(messages.encrypted)
})

test('a comment that imitates the listing adds items and hides none', async () => {
  const comment = 'x\n----------\nPath = fake\nSize = 3\n\n}\n----------\n'
  const listed = await inspect(rar5Of(one, { comment }), 'rar')
  const link = rar5Of([{ name: 'a', link: { type: 1, target: 'x\nSymbolic Link = ' } }], { comment })

  expect(listed).toEqual({ kind: 'rar', entries: 2, unpackedSize: 503 })
  expect(await inspect(link, 'rar')).toBe(messages.link)
})

test.each<[string, Buffer, '7z' | 'Rar' | 'Rar5']>([
  ['7z', sevenZipOf(gamePack), '7z'],
  ['RAR 5', rar5Of(gamePack), 'Rar5'],
  ['RAR 4', rar4Of(asciiPack), 'Rar'],
])('a %s with one changed byte is listed or rejected, and no read hangs', async (_, good, format) => {
  const path = join(await temporaryFolder(), 'archive')
  const outcomes = new Set<string>()
  for (let at = 0; at < good.length; at += Math.ceil(good.length / 60)) {
    const changed = Buffer.from(good)
    changed.writeUInt8(changed.readUInt8(at) ^ (1 + (at % 255)), at)
    await writeFile(path, changed)
    const file = openSync(path, 'r')
    const outcome = await listWithSevenZip(file, changed.length, format, 64 << 20).catch(
      (error: unknown) => error,
    )
    closeSync(file)
    outcomes.add(
      outcome instanceof InvalidArchiveError
        ? 'rejected'
        : outcome instanceof Error
          ? String(outcome)
          : 'listed',
    )
  }

  // WebAssembly may trap on invalid data; the worker reports that as a damaged archive.
  const unexpected = [...outcomes].filter((outcome) => !['listed', 'rejected'].includes(outcome))
  expect(unexpected.filter((outcome) => !outcome.startsWith('RuntimeError'))).toEqual([])
  expect(outcomes).toContain('rejected')
})
