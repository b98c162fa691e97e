import { crc32 } from 'node:zlib'

/** One member of a handwritten RAR, stored without compression, valid or not. */
export type RarMember = {
  name: string
  content?: string | Buffer
  directory?: boolean
  /** A false size in the header. */
  claimedSize?: number
  encrypted?: boolean
  /** RAR 5: a Unix symlink (1), Windows symlink (2), junction (3), hard link (4) or copy (5) to a target. */
  link?: { type: 1 | 2 | 3 | 4 | 5; target: string }
  /** Unix mode with type bits; marks the member as made on Unix. */
  mode?: number
}

type Options = { comment?: string; headersEncrypted?: boolean; volume?: boolean; end?: boolean }

const rar5Signature = Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')
const rar4Signature = Buffer.from('Rar!\x1a\x07\0', 'latin1')

/** The RAR 5 format of 2013, which every current WinRAR writes. */
export function rar5Of(members: readonly RarMember[], options: Options = {}): Buffer {
  if (options.headersEncrypted)
    return Buffer.concat([rar5Signature, rar5Block(4, 0, [vint(0), vint(0), vint(15), Buffer.alloc(16)])])
  const main = rar5Block(1, 0, [vint(options.volume ? 1 : 0)])
  const comment =
    options.comment === undefined ? [] : [rar5Service('CMT', Buffer.from(`${options.comment}\0`))]
  const end = options.end === false ? [] : [rar5Block(5, 0, [vint(options.volume ? 1 : 0)])]
  return Buffer.concat([rar5Signature, main, ...comment, ...members.map(rar5Member), ...end])
}

function rar5Member(member: RarMember): Buffer {
  const content = Buffer.from(member.content ?? '')
  const name = Buffer.from(member.name)
  const extra = Buffer.concat([
    ...(member.encrypted ? [rar5Encryption()] : []),
    ...(member.link ? [rar5Link(member.link)] : []),
  ])
  const fields = [
    vint((member.directory ? 1 : 0) | 4),
    vint(member.claimedSize ?? content.length),
    vint(member.mode ?? (member.directory ? 0x10 : 0x20)),
    uint32(crc32(content)),
    vint(0),
    vint(member.mode === undefined ? 0 : 1),
    vint(name.length),
    name,
  ]
  return Buffer.concat([rar5Block(2, content.length, fields, extra), content])
}

function rar5Service(name: string, content: Buffer): Buffer {
  const fields = [
    vint(4),
    vint(content.length),
    vint(0),
    uint32(crc32(content)),
    vint(0),
    vint(0),
    vint(name.length),
    Buffer.from(name),
  ]
  return Buffer.concat([rar5Block(3, content.length, fields), content])
}

function rar5Encryption(): Buffer {
  const record = Buffer.concat([
    vint(1),
    vint(0),
    vint(0),
    Buffer.from([15]),
    Buffer.alloc(16),
    Buffer.alloc(16),
  ])
  return Buffer.concat([vint(record.length), record])
}

function rar5Link({ type, target }: { type: number; target: string }): Buffer {
  const name = Buffer.from(target)
  const record = Buffer.concat([vint(5), vint(type), vint(0), vint(name.length), name])
  return Buffer.concat([vint(record.length), record])
}

function rar5Block(
  type: number,
  dataSize: number,
  fields: Buffer[],
  extra: Buffer = Buffer.alloc(0),
): Buffer {
  const flags = (extra.length > 0 ? 1 : 0) | (dataSize > 0 ? 2 : 0)
  const body = Buffer.concat([
    vint(type),
    vint(flags),
    ...(extra.length > 0 ? [vint(extra.length)] : []),
    ...(dataSize > 0 ? [vint(dataSize)] : []),
    ...fields,
    extra,
  ])
  const sized = Buffer.concat([vint(body.length), body])
  return Buffer.concat([uint32(crc32(sized)), sized])
}

/** The older format, which WinRAR wrote until 2013 and can still write. */
export function rar4Of(members: readonly RarMember[], options: Options = {}): Buffer {
  const flags = (options.headersEncrypted ? 0x80 : 0) | (options.volume ? 0x101 : 0)
  const main = rar4Block(0x73, flags, Buffer.alloc(6))
  const end = options.end === false ? [] : [rar4Block(0x7b, 0x4000, Buffer.alloc(0))]
  return Buffer.concat([rar4Signature, main, ...members.map(rar4Member), ...end])
}

function rar4Member(member: RarMember): Buffer {
  const content = Buffer.from(member.content ?? '')
  const name = Buffer.from(member.name, 'latin1')
  const fields = Buffer.concat([
    uint32(content.length),
    uint32(member.claimedSize ?? content.length),
    Buffer.from([member.mode === undefined ? 2 : 3]),
    uint32(crc32(content)),
    uint32(0x5a21_0000),
    Buffer.from([29, 0x30]),
    uint16(name.length),
    uint32(member.mode ?? (member.directory ? 0x10 : 0x20)),
    name,
  ])
  const flags = 0x8000 | (member.directory ? 0xe0 : 0) | (member.encrypted ? 4 : 0)
  return Buffer.concat([rar4Block(0x74, flags, fields), content])
}

function rar4Block(type: number, flags: number, fields: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from([type]), uint16(flags), uint16(fields.length + 7), fields])
  return Buffer.concat([uint16(crc32(body) & 0xffff), body])
}

function vint(value: number): Buffer {
  const bytes = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
