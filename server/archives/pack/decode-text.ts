import { isUtf16 } from './detect-type.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const utf16le = new TextDecoder('utf-16le')
const utf16be = new TextDecoder('utf-16be')
const windows1252 = new TextDecoder('windows-1252')

export type DecodedText = { text: string; charset: 'utf-8' | 'utf-16' | 'windows-1252' }

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
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
