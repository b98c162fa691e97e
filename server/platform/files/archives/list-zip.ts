import { readSync } from 'node:fs'
import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from 'yauzl'
import {
  ArchiveRefused,
  checkEntryCount,
  checkUnixMode,
  openLedger,
  refusals,
  type ArchiveListing,
} from './archive-rules.ts'

const endRecordSize = 22
const zip64RecordsSize = 56 + 20
const descriptorMax = 24
const encryptedFlag = 1
const aesMethod = 99
const reparsePoint = 0x400

type Extent = { start: number; end: number }

/**
 * Every byte of the file must belong to one member or to the directory at its end. What two programs could read
 * as two different archives is refused: yauzl accepts links, repeated names, overlaps, bombs and encryption.
 */
export async function listZip(file: number, size: number): Promise<ArchiveListing> {
  const zip = await openZip(file, size)
  checkEntryCount(zip.entryCount)
  // Its types call the cursor a boolean.
  const directoryStart = Number(zip.readEntryCursor)
  const ledger = openLedger(size)
  const extents: Extent[] = []
  for await (const entry of zip.eachEntry()) {
    checkKind(entry)
    const name = nameOf(entry)
    ledger.enter(name, entry.uncompressedSize, name.endsWith('/'))
    extents.push(await extentOf(zip, entry))
  }
  const totals = ledger.close()
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
    if (/comment length/i.test(message)) throw new ArchiveRefused(refusals.trailing)
    if (/multi-disk/i.test(message)) throw new ArchiveRefused(refusals.oneOfSet)
    throw error
  }
}

function checkKind(entry: Entry): void {
  if (isEncrypted(entry.generalPurposeBitFlag, entry.compressionMethod))
    throw new ArchiveRefused(refusals.encrypted)
  checkUnixMode(entry.externalFileAttributes >>> 16)
  if ((entry.externalFileAttributes & reparsePoint) !== 0) throw new ArchiveRefused(refusals.link)
}

function isEncrypted(flags: number, method: number): boolean {
  return (flags & encryptedFlag) !== 0 || method === aesMethod
}

function nameOf(entry: Entry): string {
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
}

/** Where a member lies, by its own header; that header must tell the same story as the directory. */
async function extentOf(zip: ZipFile, entry: Entry): Promise<Extent> {
  const header = await zip.readLocalFileHeaderPromise(entry)
  if (isEncrypted(header.generalPurposeBitFlag, header.compressionMethod))
    throw new ArchiveRefused(refusals.encrypted)
  if (!header.fileName.equals(entry.fileNameRaw)) throw new ArchiveRefused(refusals.damaged)
  if (header.compressionMethod !== entry.compressionMethod) throw new ArchiveRefused(refusals.damaged)
  return { start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize }
}

function checkExtents(extents: Extent[], directoryStart: number): void {
  extents.sort((a, b) => a.start - b.start)
  if (extents[0]?.start !== 0) throw new ArchiveRefused(refusals.prefix)
  const starts = extents.slice(1).map((extent) => extent.start)
  for (const [at, { end }] of extents.entries()) {
    const next = starts[at] ?? directoryStart
    if (end > next) throw new ArchiveRefused(refusals.overlap)
    if (next - end > descriptorMax) throw new ArchiveRefused(refusals.hidden)
  }
}

/** The directory ends where its end record starts, and the short record agrees with the long one of zip64. */
function checkEnd(file: number, size: number, zip: ZipFile, directoryStart: number): void {
  const commentLength = Buffer.byteLength(zip.comment)
  const endRecordStart = size - endRecordSize - commentLength
  const directoryEnd = Number(zip.readEntryCursor)
  const gap = endRecordStart - directoryEnd
  if (gap !== 0 && gap !== zip64RecordsSize) throw new ArchiveRefused(refusals.damaged)

  const record = Buffer.alloc(endRecordSize)
  readSync(file, record, 0, endRecordSize, endRecordStart)
  if (
    !agrees(record.readUInt16LE(10), 0xffff, zip.entryCount) ||
    !agrees(record.readUInt32LE(12), 0xffffffff, directoryEnd - directoryStart) ||
    !agrees(record.readUInt32LE(16), 0xffffffff, directoryStart)
  )
    throw new ArchiveRefused(refusals.damaged)
}

/** A saturated field of the short record says that the long one has the number. */
function agrees(short: number, saturated: number, long: number): boolean {
  return short === saturated || short === long
}

/**
 * yauzl asks for a subclass. Its own reader makes four trips through libuv's few threads for each member;
 * this thread may block instead.
 */
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
