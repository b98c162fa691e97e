import { expect, test } from 'vitest'

import { filePath } from './version-paths.ts'

test.each([
  [undefined, 'garage/server.lua', 91, '/scripts/7/files/garage/server.lua#L91'],
  [undefined, '[core]/a b#1?.lua', null, '/scripts/7/files/%5Bcore%5D/a%20b%231%3F.lua'],
  [undefined, 'x/50%.lua', 1, '/scripts/7/files/x/50%25.lua#L1'],
  [12, 'server.lua', 3, '/scripts/7/files/server.lua?v=12#L3'],
  [12, '', null, '/scripts/7/files?v=12'],
  [undefined, '', null, '/scripts/7/files'],
])('the URL of the version %s, file %s', (v, path, line, url) => {
  expect(filePath({ scriptId: 7, v }, path, line)).toBe(url)
})
