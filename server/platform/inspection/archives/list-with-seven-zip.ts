import { fstatSync, readSync } from 'node:fs'
import type { FSNode, SevenZipModule } from '7z-wasm'
import {
  InvalidArchiveError,
  createMemberCounter,
  isZeroPadding,
  messages,
  type ArchiveListing,
  type ArchiveMember,
} from './archive-limits.ts'

/** 7-Zip's names of the formats. An explicit format stops it from trying its hundred others. */
export type SevenZipFormat = '7z' | 'Rar' | 'Rar5'

/**
 * Lists a 7z or RAR archive with 7-Zip itself, so that it sees what the programs of users see. It reads from one open
 * file: the archive is not loaded into memory, and no other file is accessible.
 */
export async function listWithSevenZip(
  file: number,
  size: number,
  format: SevenZipFormat,
  memoryMax: number,
  onMember: (member: ArchiveMember) => void = () => undefined,
): Promise<ArchiveListing> {
  const memory = capWasmMemory(memoryMax)
  try {
    const parser = createListingParser(file, size, onMember)
    // A ZIP needs no 7-Zip, whose code takes an eighth of the start of a process.
    const { default: openSevenZip } = await import('7z-wasm')
    const sevenZip = await openSevenZip.default({ print: parser.addLine, printErr: parser.addLine })
    mountFile(sevenZip, file)
    // An empty password prevents a prompt.
    const status: unknown = sevenZip.callMain(['l', '-slt', '-bd', '-p', `-t${format}`, '--', '/in/archive'])
    return { kind: format === '7z' ? '7z' : 'rar', ...parser.finish(status) }
  } catch (error) {
    if (memory.exceeded()) throw new InvalidArchiveError(messages.memory)
    // A C++ exception arrives as a number.
    throw error instanceof Error ? error : new InvalidArchiveError(messages.damaged)
  } finally {
    memory.restore()
  }
}

// @types/node does not declare this global.
declare const WebAssembly: { Memory: { prototype: WasmMemory } }
type WasmMemory = { buffer: ArrayBuffer; grow: (this: WasmMemory, pages: number) => number }

/** The resourceLimits of a worker do not include WebAssembly memory. */
export function capWasmMemory(bytesMax: number) {
  const prototype = WebAssembly.Memory.prototype
  const grow = prototype.grow
  let exceeded = false
  prototype.grow = function growWithinLimit(pages) {
    exceeded ||= this.buffer.byteLength + pages * 65_536 > bytesMax
    if (exceeded) throw new RangeError('The memory limit is reached')
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

// Parts of Emscripten's file systems that the types of the package do not declare.
declare module '7z-wasm' {
  interface FileSystem {
    reader: { readAsArrayBuffer(slice: Slice): ArrayBuffer }
    createNode(parent: FSNode | null, name: string, mode: number, device: number, contents?: object): FSNode
    mount(type: { mount(): FSNode }, options: object, point: string): FSNode
  }
}

const folderMode = 0o40555
// WORKERFS recognizes a file by exactly this mode.
const fileMode = 0o100777

export function mountFile(sevenZip: SevenZipModule, file: number): void {
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

type Item = { name: string; size: number; folder: boolean; crc?: number }

/**
 * Parses 7-Zip's technical listing: `Name = value` lines, where `Path` starts an item. A comment in the archive may
 * imitate these lines. It can add items or make the archive invalid, but never hide an item.
 */
function createListingParser(file: number, archiveSize: number, onMember: (member: ArchiveMember) => void) {
  const members = createMemberCounter(archiveSize)
  let inItems = false
  let item: Item | undefined
  let format = ''
  let tailSize = 0
  let hasTail = false
  let hasComment = false
  let invalid: InvalidArchiveError | undefined

  function markInvalid(message: string): void {
    invalid ??= new InvalidArchiveError(message)
  }

  function addLine(text: string): void {
    // 7-Zip catches errors of its output callback, so the error is thrown at the end.
    if (invalid) return
    try {
      if (text === '----------') inItems = true
      else parseLine(text)
    } catch (error) {
      invalid = error instanceof InvalidArchiveError ? error : new InvalidArchiveError(messages.damaged)
    }
  }

  function parseLine(text: string): void {
    if (anyErrorPattern.test(text)) {
      const match = errorPatterns.find(([pattern]) => pattern.test(text))
      if (match) return markInvalid(match[1])
    }
    if (dataAfterEnd.test(text)) {
      if (inItems || hasComment) return markInvalid(messages.trailing)
      hasTail = true
    }
    if (text.startsWith('Warnings: ') && !(hasTail && text === 'Warnings: 1'))
      return markInvalid(messages.damaged)
    const [, name, value = ''] = /^([A-Za-z0-9 ]+) = ?(.*)$/.exec(text) ?? []
    if (name === undefined) return
    if (name === 'Type') format = value
    if (!inItems) {
      if (name === 'Tail Size') tailSize = Number(value)
      // A comment could imitate the lines about padding.
      if (name === 'Comment') hasComment = true
      return
    }
    if (name === 'Path') startItem(value)
    if (!item) return
    if (name === 'Size') item.size += Number(value)
    if (name === 'CRC' && value !== '') item.crc = Number.parseInt(value, 16)
    if (name === 'Folder' && value === '+') item.folder = true
    if (name === 'Attributes') checkAttributes(item, value)
    if (name === 'Host OS' && format === 'Rar' && !dosSystems.has(value)) markInvalid(messages.oldUnixRar)
  }

  function startItem(name: string): void {
    endItem()
    item = { name, size: 0, folder: false }
  }

  function endItem(): void {
    if (item) {
      members.add(item.name, item.size, item.folder)
      onMember({ path: item.name, isFolder: item.folder, size: item.size, crc: item.crc })
    }
    item = undefined
  }

  function finish(status: unknown) {
    if (invalid) throw invalid
    endItem()
    const isPadded = tailSize > 0 && isZeroPadding(file, archiveSize - tailSize, archiveSize)
    if (hasTail && (hasComment || !isPadded)) throw new InvalidArchiveError(messages.trailing)
    if (status !== 0) throw new InvalidArchiveError(messages.damaged)
    return members.finish()
  }

  return { addLine, finish }
}

/** Lines that make the archive invalid wherever they appear; the error count at the end covers all other errors. */
const errorPatterns: readonly (readonly [RegExp, string])[] = [
  [/^Encrypted = \+/, messages.encrypted],
  [/Wrong password/, messages.encrypted],
  [/^Multivolume = \+/, messages.oneOfSet],
  [/^Split (?:Before|After) = \+/, messages.oneOfSet],
  [/^ERROR = Missing volume/, messages.oneOfSet],
  [/^(?:Symbolic Link|Hard Link|Copy Link) = ./, messages.link],
  [/^Anti = \+/, messages.special],
  [/^Offset = /, messages.prefix],
  [/^Unexpected end of/, messages.damaged],
  [/^Errors: [1-9]/, messages.damaged],
]
// Few of the million lines of a large archive match.
const anyErrorPattern = new RegExp(errorPatterns.map(([{ source }]) => source).join('|'))
const dataAfterEnd = /^There are (?:some )?data after the end/

// RAR 4 stores a Unix link as a file with a mode that 7-Zip does not show.
const dosSystems = new Set(['MS DOS', 'OS/2', 'Win32'])

/** Windows letters, then optionally a Unix mode: `DA drwxr-xr-x`. */
function checkAttributes(item: Item, value: string): void {
  const [windows = '', unix = ''] = value.split(' ')
  if (windows.includes('L') || unix.startsWith('l')) throw new InvalidArchiveError(messages.link)
  if (unix !== '' && !/^[-d]/.test(unix)) throw new InvalidArchiveError(messages.special)
  if (windows.includes('D') || unix.startsWith('d')) item.folder = true
}
