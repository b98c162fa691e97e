import { expect, test } from 'vitest'

import type { CodeFile } from './program.ts'
import { brief, client, file, page, script } from './severity.fixture.ts'

const modules = (start: string) => `${start}
local env = setmetatable({}, { __index = _ENV })
local function ask(name)
  local results = {}
  local given = find(name) or env
  if type(given) == 'table' then results.all = 1 else results[name] = given end
  return results
end
print(ask(wanted).Events[name])`

const license = (sent: string) => `
local function license(id) return GetPlayerIdentifierByType(id, 'license') end
RegisterNetEvent('load', function()
  for _, id in ipairs(GetPlayers()) do
    print(license(id) == license(source))
    TriggerClientEvent('loaded', source, ${sent})
  end
end)`

test.each<[name: string, file: CodeFile, findings: string[]]>([
  ['the own license, which is compared with those of all players', file(license('license(source)')), []],
  ['the licenses of all players', file(license('{ license(source), license(id) }')), ['medium sends-data 6']],
  [
    'the license of one of the two',
    file(license('license(wanted and id or source)')),
    ['medium sends-data 6'],
  ],
  ['what is no table, and falls back to the globals only if it is one', file(modules('')), []],
  [
    'the same with another function called type',
    file(modules(`function type() return '' end`)),
    ['medium global-by-text 9'],
  ],
  [
    'a query that only other resources send',
    file(`AddEventHandler('a', function(name) MySQL.query('SELECT ' .. name) end)`),
    ['low runs-text-from-outside 1'],
  ],
  [
    'a query beside a network event whose name is not known',
    file(`RegisterNetEvent(nameOf(1))
AddEventHandler('a', function(name) MySQL.query('SELECT ' .. name) end)`),
    ['medium runs-text-from-outside 2'],
  ],
  [
    'the name of a player who connects, as a part of a query',
    file(`AddEventHandler('playerConnecting', function(name) MySQL.query('SELECT ' .. name) end)`),
    ['medium runs-text-from-outside 1'],
  ],
  [
    'a command that only other resources send',
    file(`AddEventHandler('a', function(name) ExecuteCommand(name) end)`),
    ['low runs-text-from-outside 1'],
  ],
  [
    'what is typed, as the name of an event',
    file(`TriggerServerEvent(GetOnscreenKeyboardResult())`, client),
    ['low runs-text-from-outside 1'],
  ],
  [
    'a message that chooses a function, in a script that nothing loads',
    file(`addEventListener('message', ({ data }) => globalThis[data]())`, { ...script, side: 'none' }),
    ['medium runs-text-from-outside 1'],
  ],
  [
    'encoded text of a web request, as code',
    file(`SetHttpHandler(function(req)
  load(req.path:gsub('%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end))()
end)`),
    ['high runs-text-from-outside 2'],
  ],
  [
    'decoded text beside what another resource gives, as code',
    file(`exports('run', function(text) load(string.char(code:byte(1) ~ 7) .. text)() end)`),
    ['high runs-text-from-outside 1'],
  ],
  [
    'WebAssembly of a host',
    file(
      `fetch('https://a.example/a').then((r) => r.arrayBuffer()).then((a) => WebAssembly.compile(a))`,
      script,
    ),
    ['high runs-downloaded-code 1'],
  ],
  [
    'WebAssembly from beside a page',
    file(`fetch('a.wasm').then((r) => r.arrayBuffer()).then((a) => WebAssembly.compile(a))`, page),
    ['low runs-downloaded-code 1'],
  ],
  [
    'a file that is run under a fixed name',
    file(`dofile('a.lua')`, { isLoaded: false }),
    ['medium runs-computed-code 1'],
  ],
  ['a script that runs files beside it', file(`dofile(folder .. '/a.lua')`), ['medium runs-computed-code 1']],
  [
    'a test that runs files beside it',
    file(`dofile(folder .. '/a.lua')`, { isLoaded: false }),
    ['low runs-computed-code 1'],
  ],
  [
    'a right that a client asks for',
    file(`ExecuteCommand('add_ace builtin.everyone command allow')`, client),
    [],
  ],
  [
    'encoded WebAssembly of a host that is not named',
    file(`fetch(path).then((r) => r.text()).then((text) => WebAssembly.compile(atob(text)))`, script),
    ['medium runs-downloaded-code 1'],
  ],
  [
    'a citizen id of another server',
    file(`if Player.PlayerData.citizenid == 'DJD56142' then open() end`),
    ['low fixed-player 1'],
  ],
  [
    'a permission function of the framework itself',
    file(`function vRP.hasPermission(id) return true end`, { resource: 'vrp' }),
    [],
  ],
  [
    'a permission function of a framework',
    file(`function vRP.hasPermission(id) return true end`),
    ['medium replaces-function 1'],
  ],
])('%s', (_, one, findings) => {
  expect(brief(one)).toEqual(findings)
})
