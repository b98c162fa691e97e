import { expect, test } from 'vitest'

import { fingerprintOf } from './fingerprint.ts'

function hashOf(text: string, isLua: boolean): string | undefined {
  return fingerprintOf(text, isLua, (tokens) => tokens)
}

const lua = `
local count, last <const> = 0, nil
Config.Fines = { speeding = 250.0, count = 3, ['parking'] = 0x10 }
local function add(player, amount)
  count = count + amount
  for _, row in ipairs(Config.Fines) do total = total + row.amount end
  TriggerClientEvent('fines:add', player, { amount = amount, label = "Speeding" })
  exports.ox_inventory:AddItem(player, 'ticket', 1)
end
`
const luaCopies = {
  'other spaces and comments': lua
    .replaceAll('\n', '\r\n  ')
    .replaceAll(' = { ', '={')
    .replace('local function', '-- adds\nlocal function'),
  'other quotes': lua.replaceAll("'", '"').replace('"Speeding"', '[[Speeding]]'),
  'other names of locals': lua
    .replaceAll(/\bplayer\b/g, 'src')
    .replaceAll(/(?<!\.)\bcount\b(?! = 3)/g, 'n')
    .replaceAll('row', 'entry')
    .replaceAll(/(?<!\.)\bamount\b(?! = amount)/g, 'sum')
    .replace('last', 'previous'),
  'semicolons, trailing commas and brackets of calls': lua
    .replace('label = "Speeding" }', 'label = "Speeding", }')
    .replaceAll(/\)\n/g, ');\n')
    .replace('amount\n', '(amount);\n'),
  'numbers written in another way': lua.replace('250.0', '250').replace('0x10', '16'),
}

test.each(Object.entries(luaCopies))('a copy in Lua with %s has the same hash', (_, copy) => {
  expect(copy).not.toBe(lua)
  expect(hashOf(copy, true)).toBe(hashOf(lua, true))
})

test.each([
  ['another global', lua.replace('total = total', 'sum = sum')],
  ['another member', lua.replace('row.amount', 'row.price')],
  ['another key', lua.replace('speeding =', 'racing =')],
  ['another text', lua.replace('fines:add', 'fines:put')],
  ['another number', lua.replace('250', '251')],
  ['another operator', lua.replace('count + amount', 'count - amount')],
  ['another function of the platform', lua.replace('TriggerClientEvent', 'TriggerLatentClientEvent')],
])('code in Lua with %s has another hash', (_, other) => {
  expect(other).not.toBe(lua)
  expect(hashOf(other, true)).not.toBe(hashOf(lua, true))
})

const js = `
import { add as plus } from './sum.js'
const limit = 20, names = ['a', 'b']
export function onFine(player, amount = 5) {
  if (amount > limit) return { amount: plus(amount, 1), label: 'Speeding', player }
  names.forEach((name) => emitNet('fines:add', player, { name: name.toUpperCase() }))
  return late(\`Fine of \${amount}\`) ? /[a-z]+/g : null
}
function late(text) { return console.log(text) }
`

test.each([
  ['other spaces, comments and quotes', js.replaceAll('\n', '\n/* x */ ').replaceAll("'", '"')],
  ['other names', js.replaceAll('limit', 'max').replaceAll('late', 'shows').replaceAll('text', 'line')],
  ['semicolons and brackets', js.replace("'b']", "'b',];").replace('(name) =>', 'name =>')],
])('a copy in JavaScript with %s has the same hash', (_, copy) => {
  expect(copy).not.toBe(js)
  expect(hashOf(copy, false)).toBe(hashOf(js, false))
})

test.each([
  ['another member', js.replace('toUpperCase', 'toLowerCase')],
  ['another key', js.replace('label:', 'title:')],
  ['another text', js.replace('Fine of', 'Sum of')],
  ['another regular expression', js.replace('[a-z]', '[a-y]')],
])('code in JavaScript with %s has another hash', (_, other) => {
  expect(other).not.toBe(js)
  expect(hashOf(other, false)).not.toBe(hashOf(js, false))
})

test('a file of few tokens, or of comments alone, has no hash', () => {
  expect(hashOf(`-- ${'x'.repeat(1000)}\nreturn 1`, true)).toBeUndefined()
  expect(hashOf('', false)).toBeUndefined()
})

test('what stands in another order or place has another hash', () => {
  const [first, ...rest] = lua.trim().split('\n')
  expect(hashOf([...rest, first].join('\n'), true)).not.toBe(hashOf(lua, true))
})
