import { crc32 } from 'node:zlib'
import { InvalidArchiveError, messages, type ArchiveMember } from './archive-limits.ts'
import { formatOf } from './list-archive.ts'

/** Receives the files of an archive one after the other, in the order of the list. */
export type MemberSink = {
  /** The bytes are valid only during the call. */
  write(member: ArchiveMember, bytes: Buffer): void
  /** The member is complete; its size and CRC are right. */
  end(member: ArchiveMember): void
}

/**
 * Reads each file of a listed archive once. A member whose size or CRC is not the one of its header makes the archive
 * invalid.
 */
export async function readMembers(
  file: number,
  members: readonly ArchiveMember[],
  wasmMemoryMax: number,
  sink: MemberSink,
): Promise<void> {
  const format = formatOf(file)?.format
  const files = members.filter((member) => !member.isFolder)
  const checked = checkMembers(sink)
  // Other methods than "stored" and "deflated" are rare: 7-Zip knows them all.
  if (format === 'Zip' && files.every(({ packed }) => packed?.method === 0 || packed?.method === 8)) {
    const { readZipMembers } = await import('./read-zip-members.ts')
    return readZipMembers(file, files, checked)
  }
  const { readWithSevenZip } = await import('./read-with-seven-zip.ts')
  const sevenZipFormat = format === 'Rar' || format === 'Rar5' || format === 'Zip' ? format : '7z'
  return readWithSevenZip(file, files, sevenZipFormat, wasmMemoryMax, checked)
}

function checkMembers(sink: MemberSink): MemberSink {
  let size = 0
  let crc = 0
  return {
    write(member, bytes) {
      size += bytes.length
      if (size > member.size) throw new InvalidArchiveError(messages.damaged)
      crc = crc32(bytes, crc)
      sink.write(member, bytes)
    },
    end(member) {
      const isRight = size === member.size && (member.crc === undefined || crc === member.crc)
      size = 0
      crc = 0
      if (!isRight) throw new InvalidArchiveError(messages.damaged)
      sink.end(member)
    },
  }
}
