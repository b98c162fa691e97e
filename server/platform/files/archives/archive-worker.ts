import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { ArchiveRefused, refusals, type ArchiveKind, type ArchiveListing } from './archive-rules.ts'

export type Order = { path: string; extension: ArchiveKind; wasmMemoryMax: number }
export type Answer =
  | { state: 'reading' }
  | { state: 'listed'; listing: ArchiveListing }
  | { state: 'refused'; message: string }

/** This thread may be killed at any time; it holds nothing but one open file, which Node closes with it. */
async function work({ path, extension, wasmMemoryMax }: Order): Promise<void> {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  answer({ state: 'reading' })
  try {
    answer({ state: 'listed', listing: await list(file, size, extension, wasmMemoryMax) })
  } catch (error) {
    answer({ state: 'refused', message: error instanceof ArchiveRefused ? error.message : refusals.damaged })
  } finally {
    closeSync(file)
  }
}

async function list(
  file: number,
  size: number,
  extension: ArchiveKind,
  wasmMemoryMax: number,
): Promise<ArchiveListing> {
  const format = formatOf(file, extension)
  if (format === 'EmptyZip') throw new ArchiveRefused(refusals.empty)
  // Each thread lists one archive and loads what that takes: a ZIP needs no WebAssembly.
  if (format === 'Zip') {
    const { listZip } = await import('./list-zip.ts')
    return listZip(file, size)
  }
  const { listWithSevenZip } = await import('./list-with-seven-zip.ts')
  return listWithSevenZip(file, size, format, wasmMemoryMax)
}

type Format = 'Zip' | 'EmptyZip' | 'Rar' | 'Rar5' | '7z'

const formats: readonly { format: Format; extension: ArchiveKind; signature: string }[] = [
  { format: 'Zip', extension: 'zip', signature: 'PK\x03\x04' },
  { format: 'EmptyZip', extension: 'zip', signature: 'PK\x05\x06' },
  { format: 'Rar', extension: 'rar', signature: 'Rar!\x1a\x07\x00' },
  { format: 'Rar5', extension: 'rar', signature: 'Rar!\x1a\x07\x01\x00' },
  { format: '7z', extension: '7z', signature: '7z\xbc\xaf\x27\x1c' },
]

/** The content decides what it is; the name must claim the same. */
function formatOf(file: number, extension: ArchiveKind): Format {
  const head = Buffer.alloc(8)
  readSync(file, head, 0, head.length, 0)
  const found = formats.find(({ signature }) => head.toString('latin1').startsWith(signature))
  if (found?.extension !== extension) throw new ArchiveRefused(refusals.notAnArchive)
  return found.format
}

function answer(message: Answer): void {
  parentPort?.postMessage(message, [])
}

const order: Order = workerData
await work(order)
