import { readSync } from 'node:fs'
import {
  InvalidArchiveError,
  messages,
  type ArchiveKind,
  type ArchiveListing,
  type ArchiveMember,
} from './archive-limits.ts'

/** Checks that the file is a valid archive of this kind, and calls `onMember` for each of its files and folders. */
export async function listArchive(
  file: number,
  size: number,
  extension: ArchiveKind,
  wasmMemoryMax: number,
  onMember: (member: ArchiveMember) => void = () => undefined,
): Promise<ArchiveListing> {
  const format = formatOf(file)
  if (format === undefined) throw await explainUnknown(file, size, extension)
  if (format.extension !== extension) throw new InvalidArchiveError(messages.wrongExtension(format.extension))
  if (format.format === 'EmptyZip') throw new InvalidArchiveError(messages.empty)
  if (format.format === 'SpannedZip') throw new InvalidArchiveError(messages.oneOfSet)
  // Imported on demand, because each thread lists one archive: a ZIP needs no WebAssembly.
  if (format.format === 'Zip') {
    const { listZip } = await import('./list-zip.ts')
    return listZip(file, size, onMember)
  }
  const { listWithSevenZip } = await import('./list-with-seven-zip.ts')
  return listWithSevenZip(file, size, format.format, wasmMemoryMax, onMember)
}

type Format = {
  format: 'Zip' | 'EmptyZip' | 'SpannedZip' | 'Rar' | 'Rar5' | '7z'
  extension: ArchiveKind
  signature: string
}

const formats: readonly Format[] = [
  { format: 'Zip', extension: 'zip', signature: 'PK\x03\x04' },
  { format: 'EmptyZip', extension: 'zip', signature: 'PK\x05\x06' },
  { format: 'SpannedZip', extension: 'zip', signature: 'PK\x07\x08' },
  { format: 'Rar', extension: 'rar', signature: 'Rar!\x1a\x07\x00' },
  { format: 'Rar5', extension: 'rar', signature: 'Rar!\x1a\x07\x01\x00' },
  { format: '7z', extension: '7z', signature: '7z\xbc\xaf\x27\x1c' },
]

/** Detects the format from the content. */
export function formatOf(file: number): Format | undefined {
  const head = readHead(file, 8)
  return formats.find(({ signature }) => head.startsWith(signature))
}

const programSignatures = ['MZ', '\x7fELF']
/** The programs in front of self-extracting archives have 100 to 400 KB. */
const programSizeMax = 1024 ** 2

async function explainUnknown(
  file: number,
  size: number,
  extension: ArchiveKind,
): Promise<InvalidArchiveError> {
  const head = readHead(file, programSizeMax)
  const isProgram = programSignatures.some((signature) => head.startsWith(signature))
  if (isProgram && formats.some(({ signature }) => head.includes(signature)))
    return new InvalidArchiveError(messages.selfExtracting)
  if (extension === 'zip') {
    const { isLastPartOfZip } = await import('./list-zip.ts')
    if (await isLastPartOfZip(file, size)) return new InvalidArchiveError(messages.oneOfSet)
  }
  return new InvalidArchiveError(messages.notAnArchive)
}

function readHead(file: number, length: number): string {
  const head = Buffer.alloc(length)
  return head.toString('latin1', 0, readSync(file, head, 0, length, 0))
}
