import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import openSevenZip from '7z-wasm'
import { createExtractorFromData } from 'node-unrar-js'
import { expect, test } from 'vitest'

import { temporaryFolder } from '#platform/files/testing.ts'
import { rar4Of, rar5Of, type RarMember } from '#platform/testing-archives/rar.ts'
import { sevenZipOf, type SevenZipMember } from '#platform/testing-archives/seven-zip.ts'

import { ArchiveRefused, refusals } from './archive-rules.ts'
import { listWithSevenZip } from './list-with-seven-zip.ts'
import { gamePack, gamePackListing, judge, many } from './testing-listing.ts'

const asciiPack = gamePack.map((member) => ({ ...member, name: member.name.replace('ü', 'ue') }))

/** What 7-Zip itself packs, with the switches that people use. */
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
])('an honest 7z is listed: %s', async (_, pack) => {
  expect(await judge(await pack(), '7z')).toEqual({ kind: '7z', ...gamePackListing })
})

test.each([
  ['RAR 5', rar5Of(gamePack)],
  ['RAR 5 with a comment', rar5Of(gamePack, { comment: 'Packed with care' })],
  ['RAR 4', rar4Of(asciiPack.map((member) => ({ ...member, name: member.name.replaceAll('/', '\\') })))],
])('an honest %s is listed as unRAR lists it', async (_, archive) => {
  const theirs = await createExtractorFromData({ data: new Uint8Array(archive).buffer })
  const headers = [...theirs.getFileList().fileHeaders]

  expect(await judge(archive, 'rar')).toEqual({ kind: 'rar', ...gamePackListing })
  expect(headers).toHaveLength(gamePackListing.entries)
  expect(headers.reduce((sum, header) => sum + header.unpSize, 0)).toBe(gamePackListing.unpackedSize)
})

test('ten thousand members are listed, more are too many', async () => {
  expect(await judge(sevenZipOf(many(10_000)), '7z')).toMatchObject({ entries: 10_000 })
  expect(await judge(rar5Of(many(10_000)), 'rar')).toMatchObject({ entries: 10_000 })
  expect(await judge(sevenZipOf(many(60_000)), '7z')).toBe(refusals.tooManyEntries)
  expect(await judge(rar5Of(many(60_000)), 'rar')).toBe(refusals.tooManyEntries)
})

type Shared = { name: string; content?: string; directory?: boolean; mode?: number }

const sharedRefusals: [string, Shared[], string][] = [
  ['a way up', [{ name: '../evil.lua' }, { name: 'a', content: 'x' }], refusals.outside],
  ['an absolute path', [{ name: '/etc/passwd' }, { name: 'a', content: 'x' }], refusals.outside],
  ['a drive', [{ name: 'C:/evil.lua' }, { name: 'a', content: 'x' }], refusals.outside],
  ['a backslash', [{ name: 'garage\\main.lua' }, { name: 'a', content: 'x' }], refusals.backslash],
  ['an endless name', [{ name: 'n'.repeat(1025), content: 'x' }], refusals.longName],
  [
    'the same name twice',
    [
      { name: 'a.lua', content: 'x' },
      { name: 'a.lua', content: 'x' },
    ],
    refusals.repeatedName,
  ],
  [
    'names that differ in case',
    [
      { name: 'Main.lua', content: 'x' },
      { name: 'main.LUA', content: 'x' },
    ],
    refusals.repeatedName,
  ],
  ['a symbolic link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }], refusals.link],
  ['a device', [{ name: 'null', content: 'x', mode: 0o020666 }], refusals.special],
  ['a pipe', [{ name: 'pipe', content: 'x', mode: 0o010666 }], refusals.special],
  ['only folders', [{ name: 'a', directory: true }], refusals.empty],
  ['nothing', [], refusals.empty],
]

test.each(sharedRefusals)('a 7z with %s is refused', async (_, members, message) => {
  expect(await judge(sevenZipOf(members), '7z')).toBe(message)
})

test.each(sharedRefusals)('a RAR 5 with %s is refused', async (_, members, message) => {
  expect(await judge(rar5Of(members), 'rar')).toBe(message)
})

test.each<[string, SevenZipMember[], { claimedSize?: number }, string]>([
  ['a Windows junction', [{ name: 'a', content: 'x', windowsAttributes: 0x420 }], {}, refusals.link],
  [
    'an order to delete',
    [
      { name: 'a', anti: true },
      { name: 'b', content: 'x' },
    ],
    {},
    refusals.special,
  ],
  ['more than 4 GB', [{ name: 'a', content: 'x' }], { claimedSize: 4 * 1024 ** 3 + 1 }, refusals.tooLarge],
  ['a bomb', [{ name: 'a', content: 'x' }], { claimedSize: 65 << 20 }, refusals.ratio],
])('a 7z with %s is refused', async (_, members, options, message) => {
  expect(await judge(sevenZipOf(members, options), '7z')).toBe(message)
})

test.each<[string, RarMember[], string]>([
  ['a Unix link', [{ name: 'a', link: { type: 1, target: '../../etc/passwd' } }], refusals.link],
  ['a Windows link', [{ name: 'a', link: { type: 2, target: 'C:\\Windows' } }], refusals.link],
  ['a junction', [{ name: 'a', link: { type: 3, target: 'C:\\Windows' } }], refusals.link],
  [
    'a hard link',
    [
      { name: 'b', content: 'x' },
      { name: 'a', link: { type: 4, target: 'b' } },
    ],
    refusals.link,
  ],
  [
    'a copy by reference',
    [
      { name: 'b', content: 'x' },
      { name: 'a', link: { type: 5, target: 'b' } },
    ],
    refusals.link,
  ],
  ['encryption', [{ name: 'a', content: 'x'.repeat(32), encrypted: true }], refusals.encrypted],
  ['more than 4 GB', [{ name: 'a', content: 'x', claimedSize: 4 * 1024 ** 3 + 1 }], refusals.tooLarge],
  ['a bomb', [{ name: 'a', content: 'x', claimedSize: 65 << 20 }], refusals.ratio],
])('a RAR 5 with %s is refused', async (_, members, message) => {
  expect(await judge(rar5Of(members), 'rar')).toBe(message)
})

test.each<[string, RarMember[], string]>([
  ['a way up', [{ name: '..\\evil.lua', content: 'x' }], refusals.outside],
  ['encryption', [{ name: 'a', content: 'x', encrypted: true }], refusals.encrypted],
  [
    'members from Unix, which may be links',
    [{ name: 'a', content: '/etc/passwd', mode: 0o120777 }],
    refusals.oldUnixRar,
  ],
])('a RAR 4 with %s is refused', async (_, members, message) => {
  expect(await judge(rar4Of(members), 'rar')).toBe(message)
})

const one = [{ name: 'a', content: 'x'.repeat(500) }]

test.each<[string, Buffer, 'rar' | '7z', string]>([
  ['RAR 5 of which one part is here', rar5Of(one, { volume: true }), 'rar', refusals.oneOfSet],
  ['RAR 4 of which one part is here', rar4Of(one, { volume: true }), 'rar', refusals.oneOfSet],
  ['RAR 5 with encrypted headers', rar5Of([], { headersEncrypted: true }), 'rar', refusals.encrypted],
  ['RAR 4 with encrypted headers', rar4Of(one, { headersEncrypted: true }), 'rar', refusals.encrypted],
  ['RAR 5 without its end', rar5Of(one, { end: false }), 'rar', refusals.damaged],
  ['RAR 5 cut short', rar5Of(one).subarray(0, -100), 'rar', refusals.damaged],
  ['RAR 4 cut short', rar4Of(one).subarray(0, -100), 'rar', refusals.damaged],
  [
    'RAR 5 with bytes after its end',
    Buffer.concat([rar5Of(one), Buffer.from('more')]),
    'rar',
    refusals.trailing,
  ],
  [
    'RAR 4 with bytes after its end',
    Buffer.concat([rar4Of(one), Buffer.from('more')]),
    'rar',
    refusals.trailing,
  ],
  [
    'RAR 5 with bytes before its start',
    Buffer.concat([Buffer.from('MZ'), rar5Of(one)]),
    'rar',
    refusals.notAnArchive,
  ],
  [
    'RAR signature and noise',
    Buffer.concat([rar5Of([]).subarray(0, 8), Buffer.alloc(5000, 7)]),
    'rar',
    refusals.damaged,
  ],
  ['7z cut short', sevenZipOf(one).subarray(0, -20), '7z', refusals.damaged],
  [
    '7z with bytes after its end',
    Buffer.concat([sevenZipOf(one), Buffer.from('more')]),
    '7z',
    refusals.trailing,
  ],
  [
    '7z signature and noise',
    Buffer.concat([sevenZipOf([]).subarray(0, 6), Buffer.alloc(5000, 7)]),
    '7z',
    refusals.damaged,
  ],
])('a %s is refused', async (_, archive, extension, message) => {
  expect(await judge(archive, extension)).toBe(message)
})

test.each([
  ['with encrypted files', ['-psecret']],
  ['with encrypted headers', ['-psecret', '-mhe=on']],
])('a 7z %s is refused', async (_, switches) => {
  expect(await judge(await packedBySevenZip(...switches), '7z')).toBe(refusals.encrypted)
})

test('a comment that imitates the listing adds to it and hides nothing', async () => {
  const comment = 'x\n----------\nPath = fake\nSize = 3\n\n}\n----------\n'
  const listed = await judge(rar5Of(one, { comment }), 'rar')
  const link = rar5Of([{ name: 'a', link: { type: 1, target: 'x\nSymbolic Link = ' } }], { comment })

  expect(listed).toEqual({ kind: 'rar', entries: 2, unpackedSize: 503 })
  expect(await judge(link, 'rar')).toBe(refusals.link)
})

test.each<[string, Buffer, '7z' | 'Rar' | 'Rar5']>([
  ['7z', sevenZipOf(gamePack), '7z'],
  ['RAR 5', rar5Of(gamePack), 'Rar5'],
  ['RAR 4', rar4Of(asciiPack), 'Rar'],
])('whatever byte of a %s is changed, it is listed or refused and nothing hangs', async (_, good, format) => {
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
      outcome instanceof ArchiveRefused ? 'refused' : outcome instanceof Error ? String(outcome) : 'listed',
    )
  }

  // WebAssembly may trap on nonsense; in its worker that is a damaged archive.
  const unexpected = [...outcomes].filter((outcome) => !['listed', 'refused'].includes(outcome))
  expect(unexpected.filter((outcome) => !outcome.startsWith('RuntimeError'))).toEqual([])
  expect(outcomes).toContain('refused')
})
