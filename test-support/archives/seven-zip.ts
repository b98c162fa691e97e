import { crc32 } from 'node:zlib'

/** One member of a handwritten 7z, stored without compression. */
export type SevenZipMember = {
  name: string
  content?: string | Buffer
  directory?: boolean
  /** Unix mode with type bits. */
  mode?: number
  windowsAttributes?: number
  /** An anti-item: unpacking deletes the file of this name. */
  anti?: boolean
}

type Options = {
  /** A false total size in the header. */
  claimedSize?: number
}

const unixExtension = 0x8000

/** A handwritten 7z archive without compression: tests need files that no program writes. */
export function sevenZipOf(members: readonly SevenZipMember[], options: Options = {}): Buffer {
  const full = members.filter(hasContent)
  const data = Buffer.concat(full.map(contentOf))
  const header = Buffer.concat([
    Buffer.from([0x01]),
    full.length > 0 ? streamsInfo(full, data.length, options) : Buffer.alloc(0),
    filesInfo([...full, ...members.filter((member) => !hasContent(member))]),
    Buffer.from([0x00]),
  ])
  return Buffer.concat([startHeader(data.length, header), data, header])
}

function hasContent(member: SevenZipMember): boolean {
  return contentOf(member).length > 0
}

function contentOf(member: SevenZipMember): Buffer {
  return Buffer.from(member.content ?? '')
}

function startHeader(offset: number, header: Buffer): Buffer {
  const start = Buffer.alloc(20)
  start.writeBigUInt64LE(BigInt(offset), 0)
  start.writeBigUInt64LE(BigInt(header.length), 8)
  start.writeUInt32LE(crc32(header), 16)
  const signature = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0x00, 0x04])
  return Buffer.concat([signature, uint32(crc32(start)), start])
}

function streamsInfo(full: readonly SevenZipMember[], packedSize: number, options: Options): Buffer {
  const sizes = full.map((member) => contentOf(member).length)
  const unpackedSize = options.claimedSize ?? packedSize
  return Buffer.concat([
    Buffer.from([0x04]),
    Buffer.from([0x06, 0x00, 0x01, 0x09]),
    number(packedSize),
    Buffer.from([0x00]),
    // One folder with one coder: copy.
    Buffer.from([0x07, 0x0b, 0x01, 0x00, 0x01, 0x01, 0x00, 0x0c]),
    number(unpackedSize),
    Buffer.from([0x00]),
    Buffer.from([0x08, 0x0d]),
    number(full.length),
    Buffer.from([0x09]),
    ...sizes.slice(0, -1).map(number),
    Buffer.from([0x0a, 0x01]),
    ...full.map((member) => uint32(crc32(contentOf(member)))),
    Buffer.from([0x00, 0x00]),
  ])
}

function filesInfo(members: readonly SevenZipMember[]): Buffer {
  const empty = members.filter((member) => !hasContent(member))
  const names = Buffer.concat(members.map((member) => Buffer.from(`${member.name}\0`, 'utf16le')))
  const attributes = Buffer.concat(members.map((member) => uint32(attributesOf(member))))
  return Buffer.concat([
    Buffer.from([0x05]),
    number(members.length),
    ...(empty.length > 0 ? [property(0x0e, bits(members.map((member) => !hasContent(member))))] : []),
    ...(empty.length > 0 ? [property(0x0f, bits(empty.map((member) => !member.directory)))] : []),
    ...(empty.some((member) => member.anti)
      ? [property(0x10, bits(empty.map((member) => member.anti === true)))]
      : []),
    property(0x11, Buffer.concat([Buffer.from([0x00]), names])),
    property(0x15, Buffer.concat([Buffer.from([0x01, 0x00]), attributes])),
    Buffer.from([0x00]),
  ])
}

function attributesOf(member: SevenZipMember): number {
  const windows = member.windowsAttributes ?? (member.directory ? 0x10 : 0x20)
  return (windows + (member.mode === undefined ? 0 : unixExtension + member.mode * 65_536)) >>> 0
}

function property(id: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([id]), number(content.length), content])
}

/** One bit per value, the highest bit first. */
function bits(values: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8))
  for (const [at, value] of values.entries()) {
    if (value) bytes.writeUInt8(bytes.readUInt8(at >> 3) | (0x80 >> (at & 7)), at >> 3)
  }
  return bytes
}

/** A small number takes one byte; every other one takes the longest form, which is allowed. */
function number(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value])
  const bytes = Buffer.alloc(9, 0xff)
  bytes.writeBigUInt64LE(BigInt(value), 1)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
