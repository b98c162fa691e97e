import { posix, win32 } from 'node:path'

import { expect, test } from 'vitest'

import { isInside } from './place.ts'

const server = 'D:\\FXServer\\txData\\Mein Server'

test.each([
  ['below the folder', server, `${server}\\resources\\[a]\\boats`],
  ['in another case', server, 'd:\\fxserver\\TXDATA\\mein server\\resources'],
  ['with slashes', server, 'D:/FXServer/txData/Mein Server/resources'],
  ['below a drive', 'D:\\', 'D:\\resources'],
  ['below a share', '\\\\host\\servers\\one', '\\\\HOST\\servers\\one\\resources'],
  ['a long path', `\\\\?\\${server}`, `\\\\?\\${server}\\${'x'.repeat(300)}`],
  ['a name with two dots', server, `${server}\\..resources`],
])('on Windows a path is inside: %s', (_, folder, path) => {
  expect(isInside(folder, path, win32)).toBe(true)
})

test.each([
  ['the folder itself', server, `${server}\\`],
  ['another drive', server, 'C:\\FXServer\\txData\\Mein Server\\resources'],
  ['another drive without a folder', server, 'C:resources'],
  ['above', server, `${server}\\resources\\..\\..\\other`],
  ['above with slashes', server, `${server}/../other`],
  ['a folder whose name begins alike', server, `${server} 2\\resources`],
  ['a share', server, '\\\\host\\share\\boats'],
  ['another share', '\\\\host\\servers', '\\\\host\\backups\\boats'],
  ['another host', '\\\\host\\servers', '\\\\other\\servers\\boats'],
])('on Windows a path is outside: %s', (_, folder, path) => {
  expect(isInside(folder, path, win32)).toBe(false)
})

test.each([
  ['/srv/fx', '/srv/fx/resources', true],
  ['/srv/fx', '/srv/fx/..resources', true],
  ['/', '/resources', true],
  ['/srv/fx', '/srv/fx', false],
  ['/srv/fx', '/srv/fx2/resources', false],
  ['/srv/fx', '/srv/FX/resources', false],
  ['/srv/fx', '/srv/fx/../other', false],
])('on Linux, below %s: %s is %s', (folder, path, expected) => {
  expect(isInside(folder, path, posix)).toBe(expected)
})
