import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#test-support/files.ts'
import { rar4Of, rar5Of } from '#test-support/archives/rar.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'

import { messages, type ArchiveKind } from './archive-limits.ts'
import { inspectArchive } from './inspect-archive.ts'
import { inspect, createMembers } from '#test-support/archives/archive-listing.ts'

const one = [{ name: 'a.lua', content: 'x' }]
const archives = { zip: zipOf(one), rar: rar5Of(one), '7z': sevenZipOf(one) }

test.each<[string, Buffer, ArchiveKind, ArchiveKind]>([
  ['a RAR named .zip', archives.rar, 'zip', 'rar'],
  ['a 7z named .zip', archives['7z'], 'zip', '7z'],
  ['a ZIP named .rar', archives.zip, 'rar', 'zip'],
  ['a RAR 4 named .7z', rar4Of(one), '7z', 'rar'],
  ['a ZIP named .7z', archives.zip, '7z', 'zip'],
])('%s is rejected with its real extension', async (_, archive, extension, real) => {
  expect(await inspect(archive, extension)).toBe(
    `The file is a .${real} archive with another extension. Please rename it so that it ends in .${real}`,
  )
})

const program = Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200_000, 1)])

test.each<[string, Buffer, ArchiveKind]>([
  ['a RAR', Buffer.concat([program, archives.rar]), 'rar'],
  ['a 7z', Buffer.concat([program, archives['7z']]), '7z'],
  ['a ZIP', Buffer.concat([program, archives.zip]), 'zip'],
  ['a ZIP for Linux', Buffer.concat([Buffer.from('\x7fELF'), archives.zip]), 'zip'],
])('a self-extracting program with %s is rejected as one', async (_, archive, extension) => {
  expect(await inspect(archive, extension)).toBe(messages.selfExtracting)
})

test('the parts of a ZIP set are rejected as parts', async () => {
  const lastPart = Buffer.concat([Buffer.alloc(100, 7), archives.zip])
  lastPart.writeUInt16LE(1, lastPart.length - 18)

  expect(await inspect(Buffer.concat([Buffer.from('PK\x07\x08'), archives.zip]), 'zip')).toBe(
    messages.oneOfSet,
  )
  expect(await inspect(lastPart, 'zip')).toBe(messages.oneOfSet)
})

test.each<[string, Buffer, ArchiveKind]>([
  ['ZIP', archives.zip, 'zip'],
  ['RAR 5', archives.rar, 'rar'],
  ['RAR 4', rar4Of(one), 'rar'],
  ['7z', archives['7z'], '7z'],
])('a %s may be padded with zeros, and with nothing else', async (_, archive, extension) => {
  const padded = Buffer.concat([archive, Buffer.alloc(4096)])
  expect(await inspect(padded, extension)).toEqual({ kind: extension, entries: 1, unpackedSize: 1 })

  padded.writeUInt8(1, padded.length - 2000)
  expect(await inspect(padded, extension)).toBe(messages.trailing)
  const muchPadding = Buffer.concat([archive, Buffer.alloc(2 ** 21)])
  expect([messages.trailing, messages.damaged]).toContain(await inspect(muchPadding, extension))
})

test('a comment that imitates the lines about padding does not allow data after the end', async () => {
  const comment = 'x\nThere are data after the end of archive\nTail Size = 1'
  const archive = Buffer.concat([rar5Of(one, { comment }), Buffer.from('more\0')])

  expect(await inspect(archive, 'rar')).toBe(messages.trailing)
})

test.each<[string, Buffer, ArchiveKind]>([
  ['a program', Buffer.from('MZ\x90\0 not an archive'), 'zip'],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'rar'],
  ['text', Buffer.from('hello'), '7z'],
  ['a tarball', Buffer.concat([Buffer.from('a.lua'), Buffer.alloc(1019)]), 'zip'],
  ['an empty file', Buffer.alloc(0), 'zip'],
  ['one byte', Buffer.from('P'), 'zip'],
])('%s is rejected', async (_, archive, extension) => {
  expect(await inspect(archive, extension)).toBe('File must be a .zip, .rar, or .7z archive')
})

test('an inspection that takes too long is terminated, and the next one works', async () => {
  expect(await inspect(zipOf(createMembers(50_000)), 'zip', { processorMs: 1 })).toBe(messages.slow)
  expect(await inspect(archives.zip, 'zip')).toMatchObject({ entries: 1 })
})

test('an inspection that a busy machine does not end is no fault of the archive', async () => {
  const inspection = inspect(zipOf(createMembers(50_000)), 'zip', { timeoutMs: 1 })

  await expect(inspection).rejects.toMatchObject({ code: 'unavailable' })
})

test('an inspection that takes too much memory is terminated, and the next one works', async () => {
  const longNames = Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}-${'n'.repeat(1000)}` }))

  expect(await inspect(sevenZipOf(longNames), '7z', { memoryMb: 32 })).toBe(messages.memory)
  expect(await inspect(archives['7z'], '7z')).toMatchObject({ entries: 1 })
})

test('concurrent inspections return their own listings', async () => {
  const counts = Array.from({ length: 12 }, (_, at) => at + 1)

  const listings = await Promise.all(counts.map((count) => inspect(zipOf(createMembers(count)), 'zip')))

  expect(listings).toEqual(counts.map((count) => ({ kind: 'zip', entries: count, unpackedSize: count })))
})

test('a missing file is an internal error and no validation error', async () => {
  const path = join(await temporaryFolder(), 'missing')

  await expect(inspectArchive(path, { extension: 'zip' })).rejects.toMatchObject({ code: 'ENOENT' })
})
