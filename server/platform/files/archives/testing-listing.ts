import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { temporaryFolder } from '#platform/files/testing.ts'

import type { ArchiveKind, ArchiveListing } from './archive-rules.ts'
import { inspectArchive } from './inspect-archive.ts'

/** Puts an archive on the disk and has it judged; a refusal comes back as its message. */
export async function judge(
  archive: Buffer,
  extension: ArchiveKind,
  more: { timeoutMs?: number; memoryMb?: number } = {},
): Promise<ArchiveListing | string> {
  const path = join(await temporaryFolder(), 'archive')
  await writeFile(path, archive)
  return inspectArchive(path, { extension, ...more }).catch(messageOf)
}

function messageOf(error: unknown): string {
  const fields = error instanceof Error && 'fields' in error ? error.fields : undefined
  if (fields && typeof fields === 'object' && 'scriptFile' in fields) return String(fields.scriptFile)
  throw error
}

/** The same few folders and files for every kind; a ZIP marks its folders by a slash. */
export const gamePack = [
  { name: 'garage', directory: true },
  { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n" },
  { name: 'garage/client', directory: true },
  { name: 'garage/client/main.lua', content: 'print("hello")\n'.repeat(50) },
  { name: 'garage/stream', directory: true },
  { name: 'garage/locales', directory: true },
  { name: 'garage/locales/de-ü.json', content: '{}' },
  { name: 'garage/empty.txt', content: '' },
]

export const gamePackListing = { entries: 8, unpackedSize: 34 + 750 + 2 }

export const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `pack/file-${at}.lua`, content: 'x' }))
