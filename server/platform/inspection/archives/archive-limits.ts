import { readSync } from 'node:fs'

import { fileMessages } from '#contract/platform/script-file-rules.ts'

export type ArchiveKind = 'zip' | 'rar' | '7z'

export type ArchiveListing = {
  kind: ArchiveKind
  /** Files and folders. */
  entries: number
  /** The sum of the sizes in the headers. */
  unpackedSize: number
}

/** A file or folder of an archive, in the order of the archive. */
export type ArchiveMember = {
  path: string
  isFolder: boolean
  /** The size and the CRC-32 in the header. Some formats have no CRC. */
  size: number
  crc: number | undefined
  /** Where the data of a ZIP member is, and its compression method. */
  packed?: { start: number; size: number; method: number }
}

/** The message is for the user who sent the archive. */
export class InvalidArchiveError extends Error {
  override name = 'InvalidArchiveError'
}

export const messages = {
  notAnArchive: fileMessages.fileExtension,
  damaged: 'The archive is damaged',
  empty: 'The archive contains no file',
  encrypted: 'The archive is encrypted',
  outside: 'The archive contains a file outside its own folder',
  backslash: 'The archive contains a file name with a backslash. Please pack it again with another program',
  badName: 'The archive contains a file name that is not allowed',
  longName: 'The archive contains a file name that is too long',
  repeatedName: 'The archive contains the same file name twice',
  link: 'The archive contains a link',
  special: 'The archive contains something that is neither a file nor a folder',
  tooManyEntries: 'The archive contains more than 50,000 files',
  tooLarge: 'The archive unpacks to more than 4 GB',
  ratio: 'The archive unpacks to more than 50 times its size',
  overlap: 'The archive contains files that overlap',
  hidden: 'The archive contains data that belongs to no file',
  trailing: 'The archive has data after its end',
  prefix: 'The archive has data before its start',
  oneOfSet: fileMessages.oneOfSet,
  wrongExtension: (kind: ArchiveKind) =>
    `The file is a .${kind} archive with another extension. Please rename it so that it ends in .${kind}`,
  selfExtracting:
    'The file is a self-extracting program. Please pack it as a plain .zip, .rar or .7z archive',
  oldUnixRar: 'The archive was made by an old RAR program. Please pack it again as a .zip',
  slow: 'The archive takes too long to read',
  memory: 'The archive takes too much memory to read',
} as const

// 50,000 members with names of 180 characters are listed in 2 to 5 s and 64 MB (10 s and 64 MB are the limits).
const entriesMax = 50_000
// The limits of PyPI and crates.io. Text compresses well, so the ratio does not apply to small archives.
const unpackedMax = 4 * 1024 ** 3
const ratioMax = 50
const ratioAppliesAbove = 64 * 1024 ** 2
const nameMax = 1024
const paddingMax = 1024 ** 2

const unixTypeMask = 0o170000
const unixTypes: Record<string, number> = { none: 0, folder: 0o040000, file: 0o100000 }
const unixLink = 0o120000
/** Some programs set all bits for a folder. */
const unknownMode = 0o177777

type MemberCounter = {
  add(name: string, size: number, folder: boolean): void
  finish(): Pick<ArchiveListing, 'entries' | 'unpackedSize'>
}

/** Checks each member as it is read, so that an oversized archive is rejected before it is read completely. */
export function createMemberCounter(archiveSize: number): MemberCounter {
  const seen = new Set<string>()
  let entries = 0
  let files = 0
  let unpackedSize = 0

  return {
    add(name, size, folder) {
      if (++entries > entriesMax) throw new InvalidArchiveError(messages.tooManyEntries)
      checkName(name)
      const folded = foldName(name)
      if (seen.has(folded)) throw new InvalidArchiveError(messages.repeatedName)
      seen.add(folded)
      if (!folder) files += 1
      unpackedSize += size
      if (unpackedSize > unpackedMax) throw new InvalidArchiveError(messages.tooLarge)
    },
    finish() {
      if (files === 0) throw new InvalidArchiveError(messages.empty)
      if (unpackedSize > ratioAppliesAbove && unpackedSize > archiveSize * ratioMax)
        throw new InvalidArchiveError(messages.ratio)
      return { entries, unpackedSize }
    },
  }
}

export function checkEntryCount(count: number): void {
  if (count > entriesMax) throw new InvalidArchiveError(messages.tooManyEntries)
}

/** A name must denote the same file, inside the target folder, on every operating system. */
function checkName(name: string): void {
  if (name.length > nameMax) throw new InvalidArchiveError(messages.longName)
  // eslint-disable-next-line no-control-regex -- these characters are rejected
  if (name === '' || /[\u0000-\u001f\u007f]/.test(name)) throw new InvalidArchiveError(messages.badName)
  if (name.includes('\\')) throw new InvalidArchiveError(messages.backslash)
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw new InvalidArchiveError(messages.outside)
  if (name.split('/').includes('..')) throw new InvalidArchiveError(messages.outside)
}

/** Equal for names that are one file on Windows or macOS: case, Unicode composition, `//` and `/./` are ignored. */
function foldName(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  return parts.join('/').normalize('NFC').toLowerCase()
}

/** Some programs fill the last block of the file with zeros. */
export function isZeroPadding(file: number, start: number, end: number): boolean {
  if (end - start > paddingMax) return false
  const bytes = Buffer.alloc(end - start)
  readSync(file, bytes, 0, bytes.length, start)
  return bytes.every((byte) => byte === 0)
}

/** A mode without type bits comes from a system without Unix modes. */
export function checkUnixMode(mode: number, isFolder: boolean): void {
  if (isFolder && mode === unknownMode) return
  const type = mode & unixTypeMask
  if (type === unixLink) throw new InvalidArchiveError(messages.link)
  if (!Object.values(unixTypes).includes(type)) throw new InvalidArchiveError(messages.special)
}
