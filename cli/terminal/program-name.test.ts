import { posix, win32 } from 'node:path'

import { expect, test } from 'vitest'

import { programName } from '#cli/program.ts'

test.each([
  ['/usr/local/bin/scripthaven', 'scripthaven'],
  ['/lib/node_modules/scripthaven/cli.mjs', 'scripthaven'],
  ['/srv/fx/cli.mjs', 'node cli.mjs'],
  ['/srv/fx/my tools/cli.mjs', 'node "my tools/cli.mjs"'],
  ['/srv/cli.mjs', 'node ../cli.mjs'],
])('on Linux a program at %s is started with %s', (path, name) => {
  expect(programName(path, '/srv/fx', posix)).toBe(name)
})

test.each([
  ['C:\\Users\\a\\AppData\\Roaming\\npm\\node_modules\\scripthaven\\cli.mjs', 'scripthaven'],
  ['D:\\FXServer\\cli.mjs', 'node cli.mjs'],
  ['D:\\FXServer\\my tools\\cli.mjs', 'node "my tools\\cli.mjs"'],
  ['E:\\tools\\cli.mjs', 'node E:\\tools\\cli.mjs'],
  ['\\\\host\\tools\\cli.mjs', 'node \\\\host\\tools\\cli.mjs'],
])('on Windows a program at %s is started with %s', (path, name) => {
  expect(programName(path, 'D:\\FXServer', win32)).toBe(name)
})
