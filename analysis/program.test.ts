import { expect, test } from 'vitest'

import { callsOfCalls } from './endless-texts.fixture.ts'
import { analyseProgram, type CodeFile } from './program.ts'

const lua = (path: string, text: string, side: CodeFile['side'] = 'server'): CodeFile => ({
  path,
  text,
  language: 'lua',
  side,
  resource: 'own',
  isLoaded: true,
})
const brief = (files: CodeFile[]): string[] =>
  analyseProgram(files).flatMap(({ findings }, index) =>
    findings.map(({ rule, line, severity }) => `${severity} ${rule} ${files[index]?.path}:${line}`),
  )

test('values pass from file to file through globals', () => {
  const files = [
    lua('config.lua', `Config = { Url = 'https://a.example/log' }`),
    lua('send.lua', `function Send(text)\n  PerformHttpRequest(Config.Url, print, 'POST', text)\nend`),
    lua('server.lua', `Send(GetPlayerEndpoint(source))`),
  ]

  expect(brief(files)).toEqual(['medium sends-data send.lua:2'])
})

test('a local of one file is not that of another', () => {
  const files = [
    lua('server.lua', `local code = 'return 1'\nload(code)()`),
    lua('b.lua', `RegisterNetEvent('a', function(text)\n  code = text\nend)`),
  ]

  expect(brief(files)).toEqual([])
})

test('what a file returns is what require gives', () => {
  const files = [
    lua('lib/tools.lua', `return { run = load }`),
    lua(
      'server.lua',
      `local tools = require 'lib.tools'\nRegisterNetEvent('a', function(text) tools.run(text) end)`,
    ),
  ]

  expect(brief(files)).toEqual(['high runs-text-from-outside server.lua:2'])
})

const download = (body: string): string =>
  `PerformHttpRequest('https://a.example', function(_, text)\n${body}\nend)`

test.each([
  ['an alias', download('  local run = load\n  run(text)()')],
  ['a field of a table', download('  local t = { run = load }\n  t.run(text)()')],
  ['a computed field', download(`  local t = {}\n  t['r' .. 'un'] = load\n  t.run(text)()`)],
  ['a closure', download('  local function later() load(text)() end\n  later()')],
  [
    'a function that is declared below',
    `function Start(code) Run(code) end\n${download('  Start(text)')}\nfunction Run(code) load(code)() end`,
  ],
  ['a returned function', `local function pick() return load end\n${download('  pick()(text)()')}`],
  [
    'a metatable with a function',
    `local t = setmetatable({}, { __index = function(_, key) return _G[key] end })\n${download('  t.load(text)()')}`,
  ],
  [
    'an event',
    `AddEventHandler('run', function(code) load(code)() end)\n${download(`  TriggerEvent('run', text)`)}`,
  ],
  [
    'a list',
    download(
      '  local codes = {}\n  table.insert(codes, text)\n  for _, code in ipairs(codes) do load(code)() end',
    ),
  ],
  ['pcall', download('  pcall(load, text)')],
  [
    'an assignment in a branch',
    download('  local code = nil\n  if text then code = text end\n  load(code)()'),
  ],
  [
    'a loop',
    download(`  local code = ''\n  for i = 1, #text do code = code .. text:sub(i, i) end\n  load(code)()`),
  ],
])('a download that reaches load through %s is found', (_, text) => {
  expect(brief([lua('a.lua', text)]).join('\n')).toContain('high runs-downloaded-code')
})

test('one place has the most specific finding only', () => {
  expect(brief([lua('a.lua', download('load(text)()'))])).toEqual(['high runs-downloaded-code a.lua:2'])
})

const pay = (before: string): string =>
  `RegisterNetEvent('pay', function(amount)\n  local player = ESX.GetPlayerFromId(source)\n  ${before}\n  player.addMoney(amount)\nend)`

test.each([
  ['a permission', `if not IsPlayerAceAllowed(source, 'a') then return end`, 0],
  ['a function that checks it', `if not mayPay(source) then return end`, 0],
  ['an exchange', `player.removeInventoryItem('gold', amount)`, 0],
  ['a fixed item and amount that is taken', `player.removeInventoryItem('bread', 1)`, 1],
  [
    'a condition that takes a fixed item and amount',
    `if not player.removeInventoryItem('bread', 1) then return end`,
    1,
  ],
  ['a payment of a looked up price', `if not vRP.tryPayment(id, prices[name]) then return end`, 0],
  ['a replaced text', `local name = player.name:gsub('a', 'b')`, 1],
  ['a message', `Citizen.Trace('paid')`, 1],
  ['a check that guards nothing', `if IsPlayerAceAllowed(source, 'a') then print('admin') end`, 1],
])('money for any player behind %s: %j', (_, before, count) => {
  const text = `function mayPay(id) if IsPlayerAceAllowed(id, 'a') then return true end return false end\n${pay(before)}`

  expect(brief([lua('a.lua', text)])).toHaveLength(count)
})

test('a file that is too complex marks itself and what reads its values, not the others of the resource', () => {
  const complex = `Shared = { run = function(text) return text end }\n${'f(x)\n'.repeat(20_000)}`
  const files = [
    lua('complex.lua', complex),
    lua('uses.lua', `print(Shared.run('a'))`),
    lua('other.lua', `RegisterNetEvent('a', function(text) load(text)() end)`),
  ]

  const results = analyseProgram(files, {
    limits: { steps: 60_000, objects: 300_000, milliseconds: 60_000 },
  })

  expect(results.map(({ problem }) => problem?.message)).toEqual([
    'It is too complex.',
    'It uses complex.lua, which is too complex.',
    undefined,
  ])
  expect(results[2]?.findings.map(({ rule }) => rule)).toContain('runs-text-from-outside')
})

test('a limit that is reached in a loop hides nothing of other files', () => {
  const files = [
    lua('loop.lua', `while a do\n${'f(x)\n'.repeat(20_000)}end`),
    lua('other.lua', `RegisterNetEvent('a', function(text) load(text)() end)`),
  ]

  const results = analyseProgram(files, {
    limits: { steps: 60_000, objects: 300_000, milliseconds: 60_000 },
  })

  expect(results.map(({ problem }) => problem?.kind)).toEqual(['not-fully-read', undefined])
  expect(results[1]?.findings.map(({ rule }) => rule)).toContain('runs-text-from-outside')
})

test('text that the grammar rejects is said', () => {
  const [result] = analyseProgram([lua('a.lua', 'print(1)\nif then')])

  expect(result).toMatchObject({ problem: { kind: 'does-not-parse', line: 2 } })
})

const growingText = `s = ''\n${"s = s .. 'abcdefghijklmnop'\n".repeat(1000)} load(s)`
const few = { steps: 20_000, objects: 1_000_000, milliseconds: 60_000 }

test.each([
  ['calls of calls', callsOfCalls(10, 1), 'It is too complex.', few],
  ['many calls of calls', callsOfCalls(200, 1), 'It is too complex.', few],
  ['a text that grows', growingText, undefined, few],
  ['a text that grows, in fewer steps', growingText, 'It is too complex.', { ...few, steps: 2000 }],
  [
    'functions that make objects',
    'f = function(a) return f({ a }) end f(1)',
    'It is too complex.',
    { ...few, objects: 1000 },
  ],
  [
    'more objects than may be',
    `x = { ${'{}, '.repeat(20_000)} }`,
    'It is too complex.',
    { ...few, steps: 1e9, objects: 1000 },
  ],
  [
    'more time than may be',
    callsOfCalls(200, 1),
    'It is too complex.',
    { ...few, steps: 1e9, milliseconds: 300 },
  ],
])('the limits hold: %s', (_, text, message, limits) => {
  const before = process.threadCpuUsage()
  const [result] = analyseProgram([lua('a.lua', text)], { limits })
  const { user, system } = process.threadCpuUsage(before)

  expect(result?.problem?.message).toBe(message)
  expect((user + system) / 1e6).toBeLessThan(4)
})
