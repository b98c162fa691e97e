import { fstatSync, readSync } from 'node:fs'
import openSevenZip from '7z-wasm'
import type { FSNode, SevenZipModule } from '7z-wasm'
import { ArchiveRefused, openLedger, refusals, type ArchiveListing } from './archive-rules.ts'

/** 7-Zip's own names of the formats. Naming one keeps it from taking the file for any of its hundred others. */
type Format = '7z' | 'Rar' | 'Rar5'

/**
 * Lists a 7z or RAR archive with 7-Zip itself, which sees what people's programs will see. It reads through a
 * window on one open file, so the size of the archive costs no memory, and it can reach no other file.
 */
export async function listWithSevenZip(
  file: number,
  size: number,
  format: Format,
  memoryMax: number,
): Promise<ArchiveListing> {
  const memory = capWasmMemory(memoryMax)
  try {
    const report = openReport(size)
    const sevenZip = await openSevenZip.default({ print: report.line, printErr: report.line })
    mountFile(sevenZip, file)
    // An empty password keeps it from asking for one.
    const status: unknown = sevenZip.callMain(['l', '-slt', '-bd', '-p', `-t${format}`, '--', '/in/archive'])
    return { kind: format === '7z' ? '7z' : 'rar', ...report.close(status) }
  } catch (error) {
    if (memory.exceeded()) throw new ArchiveRefused(refusals.memory)
    // What C++ throws arrives as a number.
    throw error instanceof Error ? error : new ArchiveRefused(refusals.damaged)
  } finally {
    memory.restore()
  }
}

// The types of Node leave this global out.
declare const WebAssembly: { Memory: { prototype: WasmMemory } }
type WasmMemory = { buffer: ArrayBuffer; grow: (this: WasmMemory, pages: number) => number }

/** The memory of WebAssembly is outside of what a worker's resourceLimits count. */
function capWasmMemory(bytesMax: number) {
  const prototype = WebAssembly.Memory.prototype
  const grow = prototype.grow
  let exceeded = false
  prototype.grow = function growWithin(pages) {
    exceeded ||= this.buffer.byteLength + pages * 65_536 > bytesMax
    if (exceeded) throw new RangeError('The cap on memory is reached')
    return grow.call(this, pages)
  }
  return {
    exceeded: () => exceeded,
    restore: () => {
      prototype.grow = grow
    },
  }
}

type Slice = { start: number; end: number; size: number }

// The parts of Emscripten's file systems that the package's types leave out.
declare module '7z-wasm' {
  interface FileSystem {
    reader: { readAsArrayBuffer(slice: Slice): ArrayBuffer }
    createNode(parent: FSNode | null, name: string, mode: number, device: number, contents?: object): FSNode
    mount(type: { mount(): FSNode }, options: object, point: string): FSNode
  }
}

const folderMode = 0o40555
// WORKERFS knows a file by exactly this mode.
const fileMode = 0o100777

function mountFile(sevenZip: SevenZipModule, file: number): void {
  const { size } = fstatSync(file)
  const files = sevenZip.WORKERFS
  const contents = {
    size,
    slice: (start: number, end: number): Slice => ({
      start,
      end: Math.min(end, size),
      size: Math.min(end, size) - start,
    }),
  }
  files.reader = {
    readAsArrayBuffer({ start, size: length }) {
      const bytes = new Uint8Array(length)
      readSync(file, bytes, 0, length, start)
      return bytes.buffer
    },
  }
  const type = {
    mount() {
      const root = files.createNode(null, '/', folderMode, 0)
      files.createNode(root, 'archive', fileMode, 0, contents)
      return root
    },
  }
  sevenZip.FS.mkdir('/in')
  sevenZip.FS.mount(type, {}, '/in')
}

type Item = { name: string; size: number; folder: boolean }

/**
 * Reads 7-Zip's technical listing: `Name = value` lines, an item from each `Path` on. A comment inside an archive may
 * hold lines that look like these; they can add to what is counted or refuse the archive, never hide an item.
 */
function openReport(archiveSize: number) {
  const ledger = openLedger(archiveSize)
  let inItems = false
  let item: Item | undefined
  let format = ''
  let refusal: ArchiveRefused | undefined

  function refuse(message: string): void {
    refusal ??= new ArchiveRefused(message)
  }

  function line(text: string): void {
    // 7-Zip swallows what its output throws, so the refusal waits for the end of the listing.
    if (refusal) return
    try {
      if (text === '----------') inItems = true
      else read(text)
    } catch (error) {
      refusal = error instanceof ArchiveRefused ? error : new ArchiveRefused(refusals.damaged)
    }
  }

  function read(text: string): void {
    const trouble = troubles.find(([pattern]) => pattern.test(text))
    if (trouble) return refuse(trouble[1])
    const [, name, value = ''] = /^([A-Za-z0-9 ]+) = ?(.*)$/.exec(text) ?? []
    if (name === undefined) return
    if (name === 'Type') format = value
    if (!inItems) return
    if (name === 'Path') startItem(value)
    if (!item) return
    if (name === 'Size') item.size += Number(value)
    if (name === 'Folder' && value === '+') item.folder = true
    if (name === 'Attributes') checkAttributes(item, value)
    if (name === 'Host OS' && format === 'Rar' && !dosSystems.has(value)) refuse(refusals.oldUnixRar)
  }

  function startItem(name: string): void {
    endItem()
    item = { name, size: 0, folder: false }
  }

  function endItem(): void {
    if (item) ledger.enter(item.name, item.size, item.folder)
    item = undefined
  }

  function close(status: unknown) {
    if (refusal) throw refusal
    endItem()
    if (status !== 0) throw new ArchiveRefused(refusals.damaged)
    return ledger.close()
  }

  return { line, close }
}

/** Lines that are reason enough by themselves, whatever they belong to; the count at the end speaks for all others. */
const troubles: readonly (readonly [RegExp, string])[] = [
  [/^Encrypted = \+/, refusals.encrypted],
  [/Wrong password/, refusals.encrypted],
  [/^Multivolume = \+/, refusals.oneOfSet],
  [/^Split (?:Before|After) = \+/, refusals.oneOfSet],
  [/^ERROR = Missing volume/, refusals.oneOfSet],
  [/^(?:Symbolic Link|Hard Link|Copy Link) = ./, refusals.link],
  [/^Anti = \+/, refusals.special],
  [/^Offset = /, refusals.prefix],
  [/^Unexpected end of/, refusals.damaged],
  [/^There are (?:some )?data after the end/, refusals.trailing],
  [/^(?:Errors|Warnings): [1-9]/, refusals.damaged],
]

// The old RAR format keeps a Unix link as a file with a mode that 7-Zip does not show.
const dosSystems = new Set(['MS DOS', 'OS/2', 'Win32'])

/** Windows letters, then a Unix mode where there is one: `DA drwxr-xr-x`. */
function checkAttributes(item: Item, value: string): void {
  const [windows = '', unix = ''] = value.split(' ')
  if (windows.includes('L') || unix.startsWith('l')) throw new ArchiveRefused(refusals.link)
  if (unix !== '' && !/^[-d]/.test(unix)) throw new ArchiveRefused(refusals.special)
  if (windows.includes('D') || unix.startsWith('d')) item.folder = true
}
