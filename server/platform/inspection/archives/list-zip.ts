import { readSync } from 'node:fs'
import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from 'yauzl'
import {
  InvalidArchiveError,
  checkEntryCount,
  checkUnixMode,
  createMemberCounter,
  isZeroPadding,
  messages,
  type ArchiveListing,
  type ArchiveMember,
} from './archive-limits.ts'

const endSignature = 'PK\x05\x06'
const endRecordSize = 22
/** The longest padding, comment and end record. */
const tailMax = 1024 ** 2 + 65_535 + endRecordSize
const zip64RecordsSize = 56 + 20
const descriptorMax = 24
const encryptedFlag = 1
const utf8Flag = 0x800
const aesMethod = 99
const reparsePoint = 0x400

type Extent = { start: number; end: number }

/**
 * Every byte of the file must belong to exactly one member or to the central directory: a file that two programs could
 * read as different archives is invalid. yauzl itself accepts links, repeated names, overlaps, bombs and encryption.
 */
export async function listZip(
  file: number,
  fileSize: number,
  onMember: (member: ArchiveMember) => void = () => undefined,
): Promise<ArchiveListing> {
  const size = findEnd(file, fileSize)
  const zip = await openZip(file, size)
  checkEntryCount(zip.entryCount)
  // The types of yauzl declare the cursor as a boolean.
  const directoryStart = Number(zip.readEntryCursor)
  const members = createMemberCounter(size)
  const extents: Extent[] = []
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    const isFolder = name.endsWith('/')
    checkKind(entry, isFolder)
    members.add(name, entry.uncompressedSize, isFolder)
    const { start, dataStart, end } = await extentOf(zip, entry)
    extents.push({ start, end })
    const packed = { start: dataStart, size: entry.compressedSize, method: entry.compressionMethod }
    onMember({ path: name, isFolder, size: entry.uncompressedSize, crc: entry.crc32, packed })
  }
  const totals = members.finish()
  checkEnd(file, size, zip, directoryStart)
  checkExtents(extents, directoryStart)
  return { kind: 'zip', ...totals }
}

async function openZip(file: number, size: number): Promise<ZipFile> {
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true }
  try {
    return await fromRandomAccessReaderPromise(new SyncReader(file), size, options)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/comment length/i.test(message)) throw new InvalidArchiveError(messages.trailing)
    if (/multi-disk/i.test(message)) throw new InvalidArchiveError(messages.oneOfSet)
    throw error
  }
}

/** Returns whether the file ends like the last part of a set. */
export async function isLastPartOfZip(file: number, size: number): Promise<boolean> {
  return openZip(file, size).then(
    () => false,
    (error: unknown) => error instanceof InvalidArchiveError && error.message === messages.oneOfSet,
  )
}

/** Where the archive ends: at the end of the file, or at the zeros after its last end record. */
function findEnd(file: number, fileSize: number): number {
  const tail = Buffer.alloc(Math.min(fileSize, tailMax))
  readSync(file, tail, 0, tail.length, fileSize - tail.length)
  const record = tail.lastIndexOf(endSignature)
  if (record < 0 || record + endRecordSize > tail.length) return fileSize
  const end = fileSize - tail.length + record + endRecordSize + tail.readUInt16LE(record + endRecordSize - 2)
  return end < fileSize && isZeroPadding(file, end, fileSize) ? end : fileSize
}

function checkKind(entry: Entry, isFolder: boolean): void {
  if (isEncrypted(entry.generalPurposeBitFlag, entry.compressionMethod))
    throw new InvalidArchiveError(messages.encrypted)
  checkUnixMode(entry.externalFileAttributes >>> 16, isFolder)
  if ((entry.externalFileAttributes & reparsePoint) !== 0) throw new InvalidArchiveError(messages.link)
}

function isEncrypted(flags: number, method: number): boolean {
  return (flags & encryptedFlag) !== 0 || method === aesMethod
}

function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  if (!name.includes('\\') || (generalPurposeBitFlag & utf8Flag) !== 0) return name
  return shiftJisName(fileNameRaw, name) ?? name
}

/**
 * In Shift_JIS the second byte of a character may be 5C, a backslash in ASCII. Programs that do not know the encoding
 * may take it for a separator, so the name must stay in its folder for them too.
 */
function shiftJisName(raw: Buffer, asAscii: string): string | undefined {
  if (asAscii.split(/[/\\]/).includes('..')) return undefined
  try {
    const name = new TextDecoder('shift_jis', { fatal: true }).decode(raw)
    return name.includes('\\') ? undefined : name
  } catch {
    return undefined
  }
}

/** The byte range of a member by its local header, which must match the central directory. */
async function extentOf(zip: ZipFile, entry: Entry): Promise<Extent & { dataStart: number }> {
  const header = await zip.readLocalFileHeaderPromise(entry)
  if (isEncrypted(header.generalPurposeBitFlag, header.compressionMethod))
    throw new InvalidArchiveError(messages.encrypted)
  if (!header.fileName.equals(entry.fileNameRaw)) throw new InvalidArchiveError(messages.damaged)
  if (header.compressionMethod !== entry.compressionMethod) throw new InvalidArchiveError(messages.damaged)
  const dataStart = header.fileDataStart
  return { start: entry.relativeOffsetOfLocalHeader, dataStart, end: dataStart + entry.compressedSize }
}

function checkExtents(extents: Extent[], directoryStart: number): void {
  extents.sort((a, b) => a.start - b.start)
  if (extents[0]?.start !== 0) throw new InvalidArchiveError(messages.prefix)
  const starts = extents.slice(1).map((extent) => extent.start)
  for (const [index, { end }] of extents.entries()) {
    const next = starts[index] ?? directoryStart
    if (end > next) throw new InvalidArchiveError(messages.overlap)
    if (next - end > descriptorMax) throw new InvalidArchiveError(messages.hidden)
  }
}

/** The directory must end where its end record starts, and the end record must match the one of ZIP64. */
function checkEnd(file: number, size: number, zip: ZipFile, directoryStart: number): void {
  const commentLength = Buffer.byteLength(zip.comment)
  const endRecordStart = size - endRecordSize - commentLength
  const directoryEnd = Number(zip.readEntryCursor)
  const gap = endRecordStart - directoryEnd
  if (gap !== 0 && gap !== zip64RecordsSize) throw new InvalidArchiveError(messages.damaged)

  const record = Buffer.alloc(endRecordSize)
  readSync(file, record, 0, endRecordSize, endRecordStart)
  if (
    !matches(record.readUInt16LE(10), 0xffff, zip.entryCount) ||
    !matches(record.readUInt32LE(12), 0xffffffff, directoryEnd - directoryStart) ||
    !matches(record.readUInt32LE(16), 0xffffffff, directoryStart)
  )
    throw new InvalidArchiveError(messages.damaged)
}

/** A field with the maximum value refers to the ZIP64 record. */
function matches(field: number, fieldMax: number, value: number): boolean {
  return field === fieldMax || field === value
}

/** yauzl's own reader needs four asynchronous reads per member; this thread may block instead. */
class SyncReader extends RandomAccessReader {
  #file: number

  constructor(file: number) {
    super()
    this.#file = file
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead: number) => void,
  ): void {
    callback(null, readSync(this.#file, buffer, offset, length, position))
  }
}
