import { expect, test } from 'vitest'

import type { TreeFile } from '#contract/scripts/versions.ts'

import { buildTree, findFolder, firstFile, foldersAbove, rowsMax, rowsOf } from './file-tree.ts'

function file(path: string, severity: TreeFile['severity'] = null): TreeFile {
  return {
    n: 0,
    path,
    size: 1,
    sha256: '',
    kind: 'text',
    type: null,
    lines: 1,
    isStored: true,
    why: null,
    severity,
  }
}

const tree = buildTree([
  file('hud/server/main.lua', 'medium'),
  file('hud/server/api/send.lua', 'high'),
  file('hud/fxmanifest.lua'),
  file('hud/Client.lua'),
  file('hud/client/b.lua', 'low'),
  file('LICENSE'),
])
const shown = (open: string[], filter = '') =>
  rowsOf(tree, new Set(open), filter).map(
    ({ path, level, position, siblings, isOpen }) =>
      `${'  '.repeat(level - 1)}${isOpen === undefined ? '' : isOpen ? '-' : '+'}${path} ${position}/${siblings}`,
  )

test('folders are closed except the open ones, and come before files, by name', () => {
  expect(shown([])).toEqual(['+hud 1/2', 'LICENSE 2/2'])
  expect(shown(['hud', 'hud/server'])).toEqual([
    '-hud 1/2',
    '  +hud/client 1/4',
    '  -hud/server 2/4',
    '    +hud/server/api 1/2',
    '    hud/server/main.lua 2/2',
    '  hud/Client.lua 3/4',
    '  hud/fxmanifest.lua 4/4',
    'LICENSE 2/2',
  ])
})

test('a filter shows the files whose path contains it, in open folders', () => {
  expect(shown([], ' SEND ')).toEqual([
    '-hud 1/1',
    '  -hud/server 1/1',
    '    -hud/server/api 1/1',
    '      hud/server/api/send.lua 1/1',
  ])
  expect(shown([], 'nothing')).toEqual([])
})

test('a folder has the worst severity of its files', () => {
  const severities = ['', 'hud', 'hud/server', 'hud/client'].map((path) => findFolder(tree, path)?.severity)

  expect(severities).toEqual(['high', 'high', 'high', 'low'])
  expect(findFolder(tree, 'hud/server/main.lua')).toBeUndefined()
})

test('a folder with very many files shows the first thousand', () => {
  const files = Array.from({ length: 3000 }, (_, index) => file(`stream/${index}.ytd`))

  expect(rowsOf(buildTree(files), new Set(['stream']), '')).toHaveLength(rowsMax)
})

test.each([
  [
    'the manifest nearest to the root',
    ['a/b/fxmanifest.lua', 'README.md', 'a/fxmanifest.lua'],
    'a/fxmanifest.lua',
  ],
  ['an old manifest', ['a/readme.md', 'a/__resource.lua'], 'a/__resource.lua'],
  ['a README', ['a.lua', 'docs/README.md'], 'docs/README.md'],
  ['the first file', ['b.lua', 'a.lua'], 'b.lua'],
])('%s is opened first', (_, paths, opened) => {
  expect(firstFile(paths.map((path) => file(path)))?.path).toBe(opened)
})

test('without a manifest and a README the file with the worst finding is opened first', () => {
  expect(firstFile([file('a.lua'), file('b.lua', 'low'), file('c.lua', 'high')])?.path).toBe('c.lua')
  expect(firstFile([])).toBeUndefined()
})

test('the folders above a file', () => {
  expect(foldersAbove('a/b/c.lua')).toEqual(['a', 'a/b'])
  expect(foldersAbove('c.lua')).toEqual([])
})
