export type ArchiveKind = 'zip' | 'rar' | '7z'

export type ArchiveListing = {
  kind: ArchiveKind
  /** Files and folders. */
  entries: number
  /** What the headers say all files hold together. */
  unpackedSize: number
}

/** Why an archive is not taken, in words for its sender; all that leaves the worker of a refused archive. */
export class ArchiveRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ArchiveRefused'
  }
}

export const refusals = {
  notAnArchive: 'File must be a .zip, .rar, or .7z archive',
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
  tooManyEntries: 'The archive contains more than 10,000 files',
  tooLarge: 'The archive unpacks to more than 4 GB',
  ratio: 'The archive unpacks to more than 50 times its size',
  overlap: 'The archive contains files that overlap',
  hidden: 'The archive contains data that belongs to no file',
  trailing: 'The archive has data after its end',
  prefix: 'The archive has data before its start',
  oneOfSet: 'The archive is one part of a set. Please pack everything into one file',
  oldUnixRar: 'The archive was made by an old RAR program. Please pack it again as a .zip',
  slow: 'The archive takes too long to read',
  memory: 'The archive takes too much memory to read',
} as const

// PyPI's and crates.io's figures; the ratio leaves small archives of text alone (security.md, 1.9).
const entriesMax = 10_000
const unpackedMax = 4 * 1024 ** 3
const ratioMax = 50
const ratioAppliesAbove = 64 * 1024 ** 2
const nameMax = 1024

const unixTypeMask = 0o170000
const unixTypes: Record<string, number> = { none: 0, folder: 0o040000, file: 0o100000 }
const unixLink = 0o120000

export type Ledger = {
  enter(name: string, size: number, folder: boolean): void
  close(): Pick<ArchiveListing, 'entries' | 'unpackedSize'>
}

/** Takes the members one by one, so that a list too long or too large is given up and not gathered. */
export function openLedger(archiveSize: number): Ledger {
  const seen = new Set<string>()
  let entries = 0
  let files = 0
  let unpackedSize = 0

  return {
    enter(name, size, folder) {
      if (++entries > entriesMax) throw new ArchiveRefused(refusals.tooManyEntries)
      checkName(name)
      const folded = foldName(name)
      if (seen.has(folded)) throw new ArchiveRefused(refusals.repeatedName)
      seen.add(folded)
      if (!folder) files += 1
      unpackedSize += size
      if (unpackedSize > unpackedMax) throw new ArchiveRefused(refusals.tooLarge)
    },
    close() {
      if (files === 0) throw new ArchiveRefused(refusals.empty)
      if (unpackedSize > ratioAppliesAbove && unpackedSize > archiveSize * ratioMax)
        throw new ArchiveRefused(refusals.ratio)
      return { entries, unpackedSize }
    },
  }
}

export function checkEntryCount(count: number): void {
  if (count > entriesMax) throw new ArchiveRefused(refusals.tooManyEntries)
}

/** A name must mean the same file below the archive's own folder on every system that unpacks it. */
function checkName(name: string): void {
  if (name.length > nameMax) throw new ArchiveRefused(refusals.longName)
  // eslint-disable-next-line no-control-regex -- these are the characters that are refused
  if (name === '' || /[\u0000-\u001f\u007f]/.test(name)) throw new ArchiveRefused(refusals.badName)
  if (name.includes('\\')) throw new ArchiveRefused(refusals.backslash)
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw new ArchiveRefused(refusals.outside)
  if (name.split('/').includes('..')) throw new ArchiveRefused(refusals.outside)
}

/** Windows and macOS take these for one file: case, composition, a doubled slash and a dot make no difference. */
function foldName(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  return parts.join('/').normalize('NFC').toLowerCase()
}

/** A mode without type bits comes from a system that has none. */
export function checkUnixMode(mode: number): void {
  const type = mode & unixTypeMask
  if (type === unixLink) throw new ArchiveRefused(refusals.link)
  if (!Object.values(unixTypes).includes(type)) throw new ArchiveRefused(refusals.special)
}
