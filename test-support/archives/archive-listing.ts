import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { temporaryFolder } from '#test-support/files.ts'

import type { ArchiveKind, ArchiveListing } from '../../server/platform/inspection/archives/archive-limits.ts'
import { inspectArchive } from '../../server/platform/inspection/archives/inspect-archive.ts'

/** Writes the archive to disk and inspects it; an invalid archive gives its error message. */
export async function inspect(
  archive: Buffer,
  extension: ArchiveKind,
  more: { processorMs?: number; timeoutMs?: number; memoryMb?: number } = {},
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

/** Members of a small resource. A ZIP marks a folder by a trailing slash. */
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

export const createMembers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `pack/file-${at}.lua`, content: 'x' }))
