import { expect, test } from 'vitest'

import { readByteCount, readMetadata, writeMetadata } from './tus.rules.ts'

test.each([
  ['0', 0],
  ['1048576000', 1_048_576_000],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['9'.repeat(16), undefined],
  [undefined, undefined],
  [['1', '2'], undefined],
])('%j as a number of bytes is %j', (header, count) => expect(readByteCount(header)).toBe(count))

test('metadata is read as it is written, whatever its letters', () => {
  const values = { filename: 'Abschleppdienst für alle, v2.zip', filetype: 'application/zip' }
  expect(readMetadata(writeMetadata(values))).toEqual(values)
})

test.each([[undefined], [''], ['filename'], [' , ,']])('%j holds no file name', (header) =>
  expect(readMetadata(header)['filename'] ?? '').toBe(''),
)
