import { posix, win32 } from 'node:path'

import { array, assert, constantFrom, oneof, pre, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { foldPath, pathProblem } from './names.ts'

test.each([
  '..\\..\\Windows\\win.ini',
  'C:\\Windows\\win.ini',
  'c:win.ini',
  '\\\\host\\share\\a.lua',
  '\\\\?\\C:\\a.lua',
  '/etc/passwd',
  '../a.lua',
  'a/../../b.lua',
  'stream/con.lua',
  'data/a.lua:hidden',
  'a. ',
  'x'.repeat(256),
  `${'ö'.repeat(128)}.lua`,
  `a/${'x'.repeat(1024)}`,
  'a/b./c.lua',
])('%s is rejected on each system', (path) => {
  expect(pathProblem(path)).toBeDefined()
})

test.each(['client/main.lua', 'Ställe und Höfe/größe ä.lua', '[models]/a (1).ytd', '.fxap', 'a..b/c...lua'])(
  '%s is a file on each system',
  (path) => {
    expect(pathProblem(path)).toBeUndefined()
  },
)

test('a path that is accepted stays in its folder and is one file, by the path functions of both systems', () => {
  const part = oneof(
    string({ unit: 'grapheme', maxLength: 12 }),
    constantFrom('..', '.', '', 'con', 'a.', 'C:', '\\', 'a b', 'ä'),
  )
  const paths = array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))

  assert(
    property(paths, (path) => {
      pre(pathProblem(path) === undefined)
      expect(posix.relative('/srv/resources', posix.join('/srv/resources', path))).toBe(path)
      const onWindows = win32.join('D:\\server\\resources', path)
      expect(win32.relative('D:\\server\\resources', onWindows).replaceAll('\\', '/')).toBe(path)
      expect(win32.parse(onWindows).root).toBe('D:\\')
    }),
    { numRuns: 2000 },
  )
})

test('paths that are one file on Windows fold to one text', () => {
  expect(foldPath('Client/MAIN.lua')).toBe(foldPath('client/main.lua'))
  expect(foldPath('e\u0301.lua')).toBe(foldPath('é.lua'))
})
