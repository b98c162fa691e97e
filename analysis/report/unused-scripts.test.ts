import { expect, test } from 'vitest'

import { asWorkOfTool, findUnused } from './unused-scripts.ts'

const script = (path: string, imports: string[] = []) => ({
  path,
  language: 'javascript',
  side: 'none',
  member: { resource: 'r' },
  isLoaded: path === 'r/main.js',
  imports,
})

function used(main: string[], files: Record<string, string[]>, packages: Record<string, unknown> = {}) {
  const scripts = Object.entries({ 'r/main.js': main, ...files }).map(([path, imports]) =>
    script(path, imports),
  )
  const { useOf } = findUnused(scripts, new Set(['r']), new Set(), (path) =>
    path in packages ? JSON.stringify(packages[path]) : undefined,
  )
  return Object.keys(files).filter((path) => useOf(script(path)).isLoaded)
}

const folder = 'r/node_modules'
const files = { [`${folder}/a/index.js`]: [], [`${folder}/a/lib/b.js`]: [], [`${folder}/a/test/c.js`]: [] }

test.each<[what: string, main: string[], manifest: unknown, expected: string[]]>([
  ['nothing', [], {}, []],
  ['its first file', ['node_modules/a'], undefined, ['index.js']],
  ['its main file', ['node_modules/a'], { main: './lib/b' }, ['index.js', 'lib/b.js']],
  ['a part of it', ['node_modules/a/test/c.js'], {}, ['index.js', 'test/c.js']],
  [
    'what it exports',
    ['node_modules/a'],
    { exports: { '.': { node: ['./lib/b.js'] } } },
    ['index.js', 'lib/b.js'],
  ],
  [
    'all that it exports',
    ['node_modules/a/x'],
    { exports: { './*': './lib/*.js' } },
    ['index.js', 'lib/b.js', 'test/c.js'],
  ],
  ['any file', ['*'], {}, ['index.js', 'lib/b.js', 'test/c.js']],
])('of a package a script requires %s', (_, main, manifest, expected) => {
  expect(used(main, files, { [`${folder}/a/package.json`]: manifest })).toEqual(
    expected.map((path) => `${folder}/a/${path}`),
  )
})

test('a computed name in a package is one of the package', () => {
  const b = `${folder}/b/index.js`

  expect(used(['node_modules/b'], { [b]: ['*'], [`${folder}/b/c.js`]: [], ...files })).toEqual([
    b,
    `${folder}/b/c.js`,
  ])
})

test('a package may be in a folder above the resource, and have a main file above its own', () => {
  expect(
    used(
      ['node_modules/@a/b'],
      { 'node_modules/@a/b/index.js': [], 'node_modules/@a/c.js': [] },
      { 'node_modules/@a/b/package.json': { main: '../c.js' } },
    ),
  ).toEqual(['node_modules/@a/b/index.js', 'node_modules/@a/c.js'])
})

test('without a manifest, what no installation runs is a tool', () => {
  const scripts = [script('a/setup.js', ['a/part.js']), script('a/part.js'), script('a/build.js')]
  const { useOf } = findUnused(scripts, new Set(), new Set(['a/setup']), () => undefined)

  expect(scripts.map((one) => useOf(one).isTool)).toEqual([false, false, true])
})

test.each([
  ['process', 'low'],
  ['writes-code', 'low'],
  ['writes-other-resource', 'low'],
  ['runs-downloaded-code', 'high'],
])('%s of a build script is of severity %s', (rule, severity) => {
  const finding = { rule, severity: 'high', start: 0, line: 1, detail: null } as const

  expect(asWorkOfTool(finding)).toMatchObject({ severity })
})
