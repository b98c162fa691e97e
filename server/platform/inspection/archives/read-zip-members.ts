import { readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib'
import { InvalidArchiveError, messages, type ArchiveMember } from './archive-limits.ts'
import type { MemberSink } from './read-members.ts'

declare module 'node:zlib' {
  // oxlint-disable-next-line no-shadow -- an overload that its types lack
  function inflateRawSync(
    buffer: InputType,
    options: ZlibOptions & { info: true },
  ): { buffer: Buffer; engine: InflateRaw }
}

const blockSize = 1024 ** 2
/** Smaller members are inflated in one call, which is several times as fast as a stream. */
const smallMax = 8 * 1024 ** 2
/** What an inflater keeps until a major collection. */
const chunkSizeMax = 64 * 1024
const deflated = 8

/** Reads stored and deflated members at the positions that listZip found. */
export async function readZipMembers(
  file: number,
  members: readonly ArchiveMember[],
  sink: MemberSink,
): Promise<void> {
  const block = Buffer.allocUnsafe(blockSize)
  for (const member of members) {
    if (member.packed?.method === deflated) await inflate(file, member, member.packed, sink, block)
    else for (const bytes of readBlocks(file, member.packed, block)) sink.write(member, bytes)
    sink.end(member)
  }
}

type Packed = NonNullable<ArchiveMember['packed']>

async function inflate(
  file: number,
  member: ArchiveMember,
  packed: Packed,
  sink: MemberSink,
  block: Buffer,
): Promise<void> {
  const { size } = member
  try {
    if (size <= smallMax && packed.size <= smallMax) {
      const [bytes] = readBlocks(
        file,
        packed,
        packed.size <= block.length ? block : Buffer.allocUnsafe(packed.size),
      )
      const maxOutputLength = Math.max(size, 64)
      const chunkSize = Math.min(maxOutputLength, chunkSizeMax)
      const options = { chunkSize, maxOutputLength, info: true } as const
      const { buffer, engine } = inflateRawSync(bytes ?? Buffer.alloc(0), options)
      checkEnd(engine, packed)
      sink.write(member, buffer)
      return
    }
    const inflater = createInflateRaw({ chunkSize: blockSize })
    for await (const bytes of Readable.from(readBlocks(file, packed)).compose(inflater))
      sink.write(member, bytes)
    checkEnd(inflater, packed)
  } catch (error) {
    if (error instanceof InvalidArchiveError || !isInflateError(error)) throw error
    throw new InvalidArchiveError(messages.damaged)
  }
}

/** A program that reads from the start looks for the next member behind the compressed data. */
function checkEnd({ bytesWritten }: InflateRaw, packed: Packed): void {
  if (bytesWritten !== packed.size) throw new InvalidArchiveError(messages.damaged)
}

function isInflateError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // A stream aborts the rest of its source when the compressed data ends.
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE' || code === 'ABORT_ERR'
}

/** Without a buffer to fill, each block is a new one. */
function* readBlocks(file: number, packed: Packed | undefined, reused?: Buffer): Generator<Buffer> {
  if (!packed) return
  const end = packed.start + packed.size
  for (let position = packed.start; position < end;) {
    const block = reused ?? Buffer.allocUnsafe(blockSize)
    const read = readSync(file, block, 0, Math.min(block.length, end - position), position)
    if (read === 0) throw new InvalidArchiveError(messages.damaged)
    yield block.subarray(0, read)
    position += read
  }
}
