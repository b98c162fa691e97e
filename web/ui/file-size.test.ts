import { expect, test } from 'vitest'

import { fileSizeText } from './file-size.ts'

const kilobyte = 1024
const megabyte = 1024 ** 2

test.each([
  [0, '0 B'],
  [912, '912 B'],
  [1000, '1.0 KB'],
  [4 * kilobyte, '4.0 KB'],
  [9.96 * kilobyte, '10 KB'],
  [184 * megabyte, '184 MB'],
  [3.44 * megabyte, '3.4 MB'],
  [999.4 * megabyte, '999 MB'],
  [1000 * megabyte, '1.0 GB'],
  [5000 * 1024 ** 3, '5000 GB'],
])('%d bytes are %s', (bytes, text) => expect(fileSizeText(bytes)).toBe(text))
