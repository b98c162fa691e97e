import type { FileSystem, SevenZipModule } from '7z-wasm'
import { InvalidArchiveError, messages, type ArchiveMember } from './archive-limits.ts'
import { capWasmMemory, mountFile, type SevenZipFormat } from './list-with-seven-zip.ts'
import type { MemberSink } from './read-members.ts'

/**
 * Unpacks all members to the standard output of 7-Zip, one after the other, and splits it by the sizes of the list:
 * nothing is written to a file system, and no member name becomes a path.
 */
export async function readWithSevenZip(
  file: number,
  members: readonly ArchiveMember[],
  format: SevenZipFormat | 'Zip',
  memoryMax: number,
  sink: MemberSink,
): Promise<void> {
  const memory = capWasmMemory(memoryMax)
  const splitter = createSplitter(members, sink)
  try {
    const capture = (module?: SevenZipModule) => module && captureOutput(module.FS, splitter)
    const { default: openSevenZip } = await import('7z-wasm')
    const sevenZip = await openSevenZip.default({ print: ignore, printErr: ignore, preRun: [capture] })
    mountFile(sevenZip, file)
    // An empty password prevents a prompt.
    const status: unknown = sevenZip.callMain(['x', '-so', '-bd', '-p', `-t${format}`, '--', '/in/archive'])
    splitter.finish(status)
  } catch (error) {
    // 7-Zip may report another error for one of its callbacks.
    if (splitter.error()) throw splitter.error()
    if (memory.exceeded()) throw new InvalidArchiveError(messages.memory)
    // A C++ exception arrives as a number.
    throw error instanceof Error ? error : new InvalidArchiveError(messages.damaged)
  } finally {
    memory.restore()
  }
}

function ignore(): void {}

/** Replaces Emscripten's terminal, which takes one character at a time, before 7-Zip opens it. */
function captureOutput(files: FileSystem, splitter: { write(bytes: Buffer): void }): void {
  files.registerDevice(files.makedev(5, 0), {
    write(_stream: unknown, memory: Uint8Array, offset: number, length: number): number {
      splitter.write(Buffer.from(memory.buffer, memory.byteOffset + offset, length))
      return length
    },
  })
}

function createSplitter(members: readonly ArchiveMember[], sink: MemberSink) {
  let index = 0
  let left = members[0]?.size ?? 0
  let failure: unknown

  function endComplete(): void {
    for (let member = members[index]; member && left === 0; member = members[index]) {
      sink.end(member)
      index += 1
      left = members[index]?.size ?? 0
    }
  }

  function split(bytes: Buffer): void {
    for (let offset = 0; offset < bytes.length;) {
      endComplete()
      const member = members[index]
      if (!member) throw new InvalidArchiveError(messages.damaged)
      const part = bytes.subarray(offset, offset + left)
      sink.write(member, part)
      left -= part.length
      offset += part.length
    }
  }

  return {
    write(bytes: Buffer): void {
      try {
        split(bytes)
      } catch (error) {
        failure ??= error
        throw error
      }
    },
    finish(status: unknown): void {
      if (failure) throw failure
      if (status !== 0) throw new InvalidArchiveError(messages.damaged)
      endComplete()
      if (index < members.length) throw new InvalidArchiveError(messages.damaged)
    },
    error: () => failure,
  }
}
