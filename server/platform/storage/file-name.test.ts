import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { cleanFileName } from './file-name.ts'

test.each([
  ['garage.zip', 'garage.zip'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\pack.rar', 'pack.rar'],
  ['a/b\\c.7z', 'c.7z'],
  ['..', ''],
  ['dir/..', ''],
  ['  spaced.zip ', 'spaced.zip'],
  ['new\r\nline\0.zip', 'newline.zip'],
  ['gar\u202Egpj.exe', 'gargpj.exe'],
  ['zero\u200Bwidth\uFEFF.zip', 'zerowidth.zip'],
  ['half\uD800.zip', 'half.zip'],
  ['u\u0308.zip', 'ü.zip'],
  ['日本語.zip', '日本語.zip'],
  ['', ''],
])('%j becomes %j', (name, expected) => {
  expect(cleanFileName(name)).toBe(expected)
})

test('a long name keeps its extension and whole characters', () => {
  const cleaned = cleanFileName(`${'ü'.repeat(300)}.zip`)

  expect(Buffer.byteLength(cleaned)).toBe(254)
  expect(cleaned).toMatch(/^ü+\.zip$/)
})

test('no name keeps a character that acts on a path or a terminal', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 400 }), (name) => {
      const cleaned = cleanFileName(name)
      expect(cleaned).not.toMatch(/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(['.', '..']).not.toContain(cleaned)
      expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(255)
      expect(cleanFileName(cleaned)).toBe(cleaned)
    }),
    { numRuns: 2000 },
  )
})
