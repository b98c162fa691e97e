import { expect, test } from 'vitest'

import { createFileTree, findFolder, globStepsMax, resolveGlob } from './resolve-globs.ts'

const files = [
  'client.lua',
  'Client/menu.lua',
  'client/main.lua',
  'client/modules/a.lua',
  'client/modules/deep/b.lua',
  'client/modules/deep/c.js',
  'html/index.html',
  'html/img/1.png',
  'html/img/10.png',
  'html/img/a[1]+.png',
  'html/my page.html',
  'locales/de.json',
  'a/x/b/y/c.txt',
  'a/b/c.txt',
  '.fxap',
]

function resolve(pattern: string, paths = files): string[] {
  const budget = { steps: globStepsMax }
  return resolveGlob(createFileTree(paths, budget), pattern, budget)
}

test.each<[string, string, string[]]>([
  ['a path', 'client/main.lua', ['client/main.lua']],
  ['a path in another case', 'client/Main.lua', []],
  ['a folder', 'client', []],
  ['nothing', '', []],
  ['spaces', '  ', []],
  ['a file of another resource', '@ox_lib/init.lua', []],
  ['a star within a folder', 'client/*.lua', ['client/main.lua']],
  ['a star that is a whole name', 'html/*', ['html/index.html', 'html/my page.html']],
  ['a star for a folder', '*/menu.lua', ['Client/menu.lua']],
  ['a star for nothing', 'client*.lua', ['client.lua']],
  ['several stars', '*l*/*a*n*', ['client/main.lua']],
  ['one character', 'html/img/?.png', ['html/img/1.png']],
  ['two characters', 'html/img/??.png', ['html/img/10.png']],
  ['a question mark in the name of a folder, which the game takes literally', 'htm?/index.html', []],
  ['a question mark beside a star', 'c?ient*/main.lua', ['client/main.lua']],
  [
    'all folders below',
    'client/**/*.lua',
    ['client/main.lua', 'client/modules/a.lua', 'client/modules/deep/b.lua'],
  ],
  ['all folders below, with the folder itself', '**/main.lua', ['client/main.lua']],
  [
    'all files below',
    'client/modules/**',
    ['client/modules/a.lua', 'client/modules/deep/b.lua', 'client/modules/deep/c.js'],
  ],
  [
    'two stars before a name',
    'client/**.lua',
    ['client/main.lua', 'client/modules/a.lua', 'client/modules/deep/b.lua'],
  ],
  ['two stars within a name, which are one', 'client/m**.lua', ['client/main.lua']],
  ['two stars twice', 'a/**/b/**/c.txt', ['a/b/c.txt', 'a/x/b/y/c.txt']],
  ['two stars twice in a row', '**/**/c.txt', ['a/b/c.txt', 'a/x/b/y/c.txt']],
  ['characters that are special elsewhere', 'html/img/a[1]+.png', ['html/img/a[1]+.png']],
  ['these beside a star', 'html/img/a[1]+*', ['html/img/a[1]+.png']],
  ['braces literally', 'html/{index,other}.html', []],
  ['backslashes as slashes', String.raw`client\modules\*.lua`, ['client/modules/a.lua']],
  ['a dot, doubled slashes and spaces at the end', './/client//main.lua  ', ['client/main.lua']],
  ['a way back', 'html/../client/main.lua', ['client/main.lua']],
  ['a way out', '../client/main.lua', []],
  ['a way out and back in', '../a/../../client.lua', []],
  ['a space within a name', 'html/my page.html', ['html/my page.html']],
  ['all files below something that is a file', 'html/index.html/**', ['html/index.html']],
  ['a hidden file', '*', ['.fxap', 'client.lua']],
])('%s: %s', (_, pattern, expected) => expect(resolve(pattern)).toEqual(expected))

test('the paths are those of the whole tree', () => {
  const budget = { steps: globStepsMax }
  const folder = findFolder(createFileTree(['a/[b]/c/d.lua', 'a/e.lua'], budget), 'a/[b]/')

  expect(folder && resolveGlob(folder, '**/*.lua', budget)).toEqual(['a/[b]/c/d.lua'])
  expect(folder && resolveGlob(folder, '../e.lua', budget)).toEqual([])
})

test('names of object methods are ordinary names', () =>
  expect(resolve('__proto__/constructor', ['__proto__/constructor'])).toEqual(['__proto__/constructor']))

// Backtracking into every star would take longer than the universe exists.
test('patterns of many stars end when the budget is used up', () => {
  const paths = Array.from(
    { length: 10_000 },
    (_, index) => `${'a'.repeat(200)}/${'a'.repeat(700)}${index}.lua`,
  )
  const budget = { steps: globStepsMax }
  const tree = createFileTree(paths, budget)
  const found = Array.from({ length: 1_000 }, () => resolveGlob(tree, `**/${'*a'.repeat(600)}*b`, budget))

  expect(found.flat()).toEqual([])
  expect(budget.steps).toBeLessThan(0)
})

test('folders of any depth end when the budget is used up', () => {
  const paths = Array.from({ length: 10_000 }, (_, index) => `${index}/${'a/'.repeat(500)}b.lua`)
  const budget = { steps: globStepsMax }
  createFileTree(paths, budget)

  expect(budget.steps).toBeLessThan(0)
})

test('thousands of folders are resolved within the budget', () => {
  const paths = Array.from({ length: 10_000 }, (_, index) => `${index % 100}/${index % 1_000}/${index}.lua`)
  const budget = { steps: globStepsMax }

  expect(resolveGlob(createFileTree(paths, budget), '**/**/**/*.lua', budget)).toHaveLength(10_000)
  expect(budget.steps).toBeGreaterThan(globStepsMax / 2)
})
