import { expect, test } from 'vitest'

import { countLines, decodeText, detectType, isText } from './detect-type.ts'

test.each([
  ['UTF-8', Buffer.from('Grüße 🚗'), 'Grüße 🚗', 'utf-8'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße'), 'Grüße', 'utf-8'],
  ['UTF-16 little endian', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße', 'utf-16'],
  ['UTF-16 big endian', Buffer.from('\ufeffGrüße', 'utf16le').swap16(), 'Grüße', 'utf-16'],
  ['Windows-1252', Buffer.from('Gr\xfc\xdfe \x80', 'latin1'), 'Grüße €', 'windows-1252'],
  ['nothing', Buffer.alloc(0), '', 'utf-8'],
])('%s is decoded', (_, bytes, text, charset) => {
  expect(isText(bytes)).toBe(true)
  expect(decodeText(bytes)).toEqual({ text, charset })
})

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('%j has %i lines', (text, lines) => {
  expect(countLines(text)).toBe(lines)
})

test.each<[string, string, string | null]>([
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
  ['a JPEG', '\xff\xd8\xff\xe0', 'jpeg'],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['a GIF', 'GIF89a', 'gif'],
  ['a ZIP', 'PK\x03\x04', 'zip'],
  ['a program', 'MZ\x90\0', 'exe'],
  ['precompiled Lua', '\x1bLua\x54', 'lua-bytecode'],
  ['an encrypted resource', 'FXAP\x10', 'fxap'],
  ['a tarball', `${'a'.repeat(257)}ustar`, 'tar'],
  ['a text', 'print("PNG")', null],
  ['nothing', '', null],
])('the type of %s is detected', (_, head, type) => {
  expect(detectType(Buffer.from(head, 'latin1'))).toBe(type)
})

test('a text with a few NULs is a text, compressed data is none', () => {
  const compressed = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256))

  expect(isText(Buffer.from(`${'print(1)\n'.repeat(50)}\0\0`))).toBe(true)
  expect(isText(compressed)).toBe(false)
})
