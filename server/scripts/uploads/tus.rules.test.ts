import { expect, test } from 'vitest'

import { readByteCount, readMetadata, writeMetadata } from './uploads.rules.ts'

test.each([
  ['0', 0],
  ['1048576000', 1_048_576_000],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['9'.repeat(16), undefined],
  [undefined, undefined],
  [['1', '2'], undefined],
])('the header %j is parsed as %j bytes', (header, count) => expect(readByteCount(header)).toBe(count))

test('metadata with any characters is read as it was written', () => {
  const values = { filename: 'Abschleppdienst für alle, v2.zip', filetype: 'application/zip' }
  expect(readMetadata(writeMetadata(values))).toEqual(values)
})

test.each([[undefined], [''], ['filename'], [' , ,']])('%j contains no file name', (header) =>
  expect(readMetadata(header)['filename'] ?? '').toBe(''),
)

test('a file name that is not UTF-8 is rejected instead of stored with replacements', () => {
  const header = `filename ${Buffer.from([0x61, 0xed, 0xa0, 0xbd]).toString('base64')}`
  expect(() => readMetadata(header)).toThrow('filename in Upload-Metadata is not valid UTF-8')
})
