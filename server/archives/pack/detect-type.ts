/** The first bytes of file formats. */
const signatures: readonly (readonly [type: string, bytes: string, at?: number])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['webp', 'WEBP', 8],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
  ['rar', 'Rar!\x1a\x07'],
  ['gzip', '\x1f\x8b\x08'],
  ['xz', '\xfd7zXZ\0'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['bzip2', '1AY&SY', 4],
  ['tar', 'ustar', 257],
  ['cab', 'MSCF\0\0\0\0'],
  ['exe', 'MZ'],
  ['elf', '\x7fELF'],
  ['mach-o', '\xcf\xfa\xed\xfe'],
  ['mach-o', '\xca\xfe\xba\xbe'],
  ['lua-bytecode', '\x1bLua'],
  ['lua-bytecode', '\x1bLJ'],
  ['wasm', '\0asm'],
  ['fxap', 'FXAP'],
  ['rsc7', 'RSC7'],
  ['ogg', 'OggS'],
  ['mp3', 'ID3'],
  ['wav', 'WAVE', 8],
  ['avi', 'AVI ', 8],
  ['mp4', 'ftyp', 4],
  ['webm', '\x1a\x45\xdf\xa3'],
  ['woff', 'wOFF'],
  ['woff2', 'wOF2'],
  ['ttf', '\0\x01\0\0\0'],
  ['otf', 'OTTO'],
  ['pdf', '%PDF-'],
  ['dds', 'DDS '],
  ['ico', '\0\0\x01\0'],
  ['sqlite', 'SQLite format 3\0'],
  ['lnk', 'L\0\0\0\x01\x14\x02\0'],
  ['msi', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
]

/** The first bytes of a file that detectType needs. */
export const headSize = 4096

export function detectType(head: Buffer): string | null {
  const text = head.toString('latin1', 0, 512)
  return signatures.find(([, bytes, position = 0]) => text.startsWith(bytes, position))?.[0] ?? null
}

const typesOf = (types: string): ReadonlySet<string | null> => new Set(types.split(' '))
export const imageTypes = typesOf('png jpeg webp gif')
export const archiveTypes = typesOf('zip 7z rar gzip xz zstd bzip2 tar cab')
export const programTypes = typesOf('exe elf mach-o lua-bytecode wasm lnk msi')

/** Compressed data has 10 % control characters. Some are allowed, so that a few do not hide a script. */
const controlsMax = 0.02

export function isText(bytes: Buffer): boolean {
  if (isUtf16(bytes)) return true
  const allowed = bytes.length * controlsMax
  let controls = 0
  for (const byte of bytes) if (byte < 32 && (byte < 9 || byte > 13) && ++controls > allowed) return false
  return true
}

function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.toString('latin1', 0, 2)
  return mark === '\xff\xfe' || mark === '\xfe\xff'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const utf16le = new TextDecoder('utf-16le')
const utf16be = new TextDecoder('utf-16be')
const windows1252 = new TextDecoder('windows-1252')

type DecodedText = { text: string; charset: 'utf-8' | 'utf-16' | 'windows-1252' }

/** A text without a byte order mark is UTF-8 or, if it is not valid as such, Windows-1252, which every byte is valid in. */
export function decodeText(bytes: Buffer): DecodedText {
  if (isUtf16(bytes))
    return { text: (bytes[0] === 0xff ? utf16le : utf16be).decode(bytes), charset: 'utf-16' }
  try {
    return { text: utf8.decode(bytes), charset: 'utf-8' }
  } catch {
    return { text: windows1252.decode(bytes), charset: 'windows-1252' }
  }
}

/** As editors count: a line feed at the end starts no further line. */
export function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let lineFeed = text.indexOf('\n'); lineFeed >= 0; lineFeed = text.indexOf('\n', lineFeed + 1))
    lines += 1
  return lines
}
