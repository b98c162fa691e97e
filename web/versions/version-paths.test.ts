import { expect, test } from 'vitest'

import { filePath } from './version-paths.ts'

test.each([
  ['garage/server.lua', 91, '/scripts/7/files/garage/server.lua#L91'],
  ['[core]/a b#1?.lua', null, '/scripts/7/files/%5Bcore%5D/a%20b%231%3F.lua'],
  ['x/50%.lua', 1, '/scripts/7/files/x/50%25.lua#L1'],
])('the URL of the file %s', (path, line, url) => {
  expect(filePath(7, path, line)).toBe(url)
})
