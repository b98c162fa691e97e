import { crc32, deflateRawSync } from 'node:zlib'

/** One member of a handwritten ZIP, valid or not. */
export type ZipMember = {
  name: string | Buffer
  content?: string | Buffer
  deflate?: boolean
  /** Unix mode with type bits; marks the member as made on Unix. */
  mode?: number
  dosAttributes?: number
  encrypted?: boolean
  /** False sizes in the central directory. */
  claimed?: { size?: number; compressedSize?: number }
  /** A name in the local header that differs from the central directory. */
  localName?: string
  /** A false offset in the central directory. */
  offset?: number
  /** The sizes follow the data, as streaming programs write them. */
  descriptor?: boolean
}

export type ZipOptions = {
  comment?: string | Buffer
  zip64?: boolean
  /** Bytes between the last member and the directory. */
  gap?: Buffer
  /** A false number of members in the end record. */
  claimedCount?: number
  /** False: the names are not marked as UTF-8. */
  nameFlag?: boolean
}

/** A handwritten ZIP archive: tests need files that no program writes. */
export function zipOf(members: readonly ZipMember[], options: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const member of members) {
    const packed = pack(member, options)
    const body = localPart(member, packed)
    directory.push(directoryPart(member, packed, member.offset ?? offset))
    bodies.push(body)
    offset += body.length
  }
  const { gap = Buffer.alloc(0) } = options
  const entries = Buffer.concat(directory)
  return Buffer.concat([
    ...bodies,
    gap,
    entries,
    endPart(members.length, entries.length, offset + gap.length, options),
  ])
}

type Packed = { data: Buffer; size: number; checksum: number; method: number; flags: number }

function pack(member: ZipMember, { nameFlag = true }: ZipOptions): Packed {
  const content = Buffer.from(member.content ?? '')
  const data = member.deflate ? deflateRawSync(content) : content
  const flags = (nameFlag ? 0x800 : 0) | (member.encrypted ? 1 : 0) | (member.descriptor ? 8 : 0)
  return { data, size: content.length, checksum: crc32(content), method: member.deflate ? 8 : 0, flags }
}

function localPart(member: ZipMember, packed: Packed): Buffer {
  const name = Buffer.from(member.localName ?? member.name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(packed.flags, 6)
  header.writeUInt16LE(packed.method, 8)
  if (!member.descriptor) writeSizes(header, 14, packed)
  header.writeUInt16LE(name.length, 26)
  const descriptor = Buffer.alloc(member.descriptor ? 16 : 0)
  if (member.descriptor) {
    descriptor.writeUInt32LE(0x08074b50, 0)
    writeSizes(descriptor, 4, packed)
  }
  return Buffer.concat([header, name, packed.data, descriptor])
}

function writeSizes(target: Buffer, at: number, packed: Packed): void {
  target.writeUInt32LE(packed.checksum, at)
  target.writeUInt32LE(packed.data.length, at + 4)
  target.writeUInt32LE(packed.size, at + 8)
}

function directoryPart(member: ZipMember, packed: Packed, offset: number): Buffer {
  const name = Buffer.from(member.name)
  const size = member.claimed?.size ?? packed.size
  const compressedSize = member.claimed?.compressedSize ?? packed.data.length
  const isLong = size > 0xffff_fffe
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(member.mode === undefined ? 20 : 0x0314, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(packed.flags, 8)
  header.writeUInt16LE(packed.method, 10)
  header.writeUInt32LE(packed.checksum, 16)
  header.writeUInt32LE(compressedSize, 20)
  header.writeUInt32LE(isLong ? 0xffffffff : size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(isLong ? 12 : 0, 30)
  header.writeUInt32LE(((member.mode ?? 0) * 65_536 + (member.dosAttributes ?? 0)) >>> 0, 38)
  header.writeUInt32LE(offset, 42)
  const extra = Buffer.alloc(isLong ? 12 : 0)
  if (isLong) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(size), 4)
  }
  return Buffer.concat([header, name, extra])
}

function endPart(count: number, size: number, offset: number, options: ZipOptions): Buffer {
  const comment = Buffer.from(options.comment ?? '')
  const claimedCount = options.claimedCount ?? count
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(options.zip64 ? 0xffff : claimedCount, 8)
  end.writeUInt16LE(options.zip64 ? 0xffff : claimedCount, 10)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : size, 12)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : offset, 16)
  end.writeUInt16LE(comment.length, 20)
  const long = options.zip64 ? zip64Part(claimedCount, size, offset) : Buffer.alloc(0)
  return Buffer.concat([long, end, comment])
}

function zip64Part(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
