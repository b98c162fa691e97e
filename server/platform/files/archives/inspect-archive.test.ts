import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#platform/files/testing.ts'
import { rar4Of, rar5Of } from '#platform/testing-archives/rar.ts'
import { sevenZipOf } from '#platform/testing-archives/seven-zip.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'

import { refusals, type ArchiveKind } from './archive-rules.ts'
import { inspectArchive } from './inspect-archive.ts'
import { judge, many } from './testing-listing.ts'

const one = [{ name: 'a.lua', content: 'x' }]
const archives = { zip: zipOf(one), rar: rar5Of(one), '7z': sevenZipOf(one) }

test.each<[string, Buffer, ArchiveKind]>([
  ['a RAR that is called .zip', archives.rar, 'zip'],
  ['a 7z that is called .zip', archives['7z'], 'zip'],
  ['a ZIP that is called .rar', archives.zip, 'rar'],
  ['an old RAR that is called .7z', rar4Of(one), '7z'],
  ['a ZIP that is called .7z', archives.zip, '7z'],
  ['a program', Buffer.from('MZ\x90\0 not an archive'), 'zip'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'rar'],
  ['text', Buffer.from('hello'), '7z'],
  ['a tarball', Buffer.concat([Buffer.from('a.lua'), Buffer.alloc(1019)]), 'zip'],
  ['nothing', Buffer.alloc(0), 'zip'],
  ['one byte', Buffer.from('P'), 'zip'],
])('%s is no archive of its kind', async (_, archive, extension) => {
  expect(await judge(archive, extension)).toBe('File must be a .zip, .rar, or .7z archive')
})

test('an archive that takes too long is given up, and the next one is served', async () => {
  expect(await judge(zipOf(many(10_000)), 'zip', { timeoutMs: 1 })).toBe(refusals.slow)
  expect(await judge(archives.zip, 'zip')).toMatchObject({ entries: 1 })
})

test('an archive that takes too much memory is given up, and the next one is served', async () => {
  const longNames = Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}-${'n'.repeat(1000)}` }))

  expect(await judge(sevenZipOf(longNames), '7z', { memoryMb: 32 })).toBe(refusals.memory)
  expect(await judge(archives['7z'], '7z')).toMatchObject({ entries: 1 })
})

test('many at once are all answered, each with its own listing', async () => {
  const counts = Array.from({ length: 12 }, (_, at) => at + 1)

  const listings = await Promise.all(counts.map((count) => judge(zipOf(many(count)), 'zip')))

  expect(listings).toEqual(counts.map((count) => ({ kind: 'zip', entries: count, unpackedSize: count })))
})

test('a file that is not there is an error of ours and no refusal', async () => {
  const path = join(await temporaryFolder(), 'missing')

  await expect(inspectArchive(path, { extension: 'zip' })).rejects.toMatchObject({ code: 'ENOENT' })
})
