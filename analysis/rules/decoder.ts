import { originsOf } from '#analysis/flow/heap.ts'
import { has, nothing, origin, outside } from '#analysis/flow/value.ts'
import { codeKinds, codeOf } from './code.ts'
import { defineRule, high, js, low, lua, medium } from './rule.ts'

export const decoder = defineRule({
  id: 'decoder',
  isLowerOnClient: true,
  on: [...codeKinds, 'character', 'runs-command'],
  test: (event) => {
    if (event.kind === 'character') {
      const origins = event.values.reduce((all, value) => all | originsOf(value), 0)
      if ((origins & origin.anything) !== 0) return undefined
      const isXor = (origins & origin.xor) !== 0 && (origins & (origin.charCode | origin.unknown)) !== 0
      if (!isXor && (origins & origin.arithmetic) === 0) return undefined
      // Libraries of ciphers, checksums and compression do the same: what the text is used for says more.
      return low(isXor ? 'exclusive or with a key' : 'a shift of each character')
    }
    if (event.kind === 'runs-command')
      return (originsOf(event.named.command ?? nothing) & origin.decoded) === 0
        ? undefined
        : high('decoded text, as a command')
    if (event.kind === 'requires' && has(event.named.name ?? nothing, origin.hidden))
      return high('the name of a module')
    const code = codeOf(event)
    // Text from outside, such as a web request, may be encoded without an intent to hide it.
    if (!code || (code.origins & (origin.decoded | outside)) !== origin.decoded) return undefined
    // WebAssembly is no readable text anyway.
    return (code.runner.startsWith('WebAssembly') ? medium : high)(`decoded text, run by ${code.runner}`)
  },
  examples: {
    found: [
      js(
        `const element = document.createElement('script')
^element.src = atob(settings.source)`,
        'page',
      ),
      lua(`local out = ''
for i = 1, #text do
^ out = out .. string.char(text:byte(i) ~ 42)
end`),
      js(`^const text = codes.map((code) => String.fromCharCode(code ^ 42)).join('')`),
      lua(`local out = ''
for code in LoadResourceFile(GetCurrentResourceName(), 'names.txt'):gmatch('%d+') do
  out = out .. string.char(tonumber(code))
end
^load(out)()`),
      js(`const at = (codes) => codes.map((code) => code - 3)
^require(String.fromCharCode(...at([107, 119, 119, 115])))`),
      lua(`math.randomseed(42)
local out = ''
for i = 1, #text do
^ out = out .. string.char(text:byte(i) - math.random(0, 25))
end`),
      js(`^const text = codes.map((code) => String.fromCharCode('A'.charCodeAt(0) + code)).join('')`),
      lua(`math.randomseed(42)
local out = ''
for i = 1, 9 do out = out .. string.char(string.byte('a') + math.random(0, 25)) end
^load(out)()`),
    ],
    notFound: [
      lua(`local letter = string.byte('A')
local plate = string.char(letter + math.random(0, 25))`),
      js(
        `const element = document.createElement('img')
element.src = atob(settings.source)`,
        'page',
      ),
      lua(`local out = text:gsub('%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end)`),
      js(`const word = String.fromCharCode((hash >>> 8) & 0xff)`),
      lua(`local names = LoadResourceFile(GetCurrentResourceName(), 'names.lua')
load(names)()`),
      js(`const at = (names) => names.map((name) => name + '.js')
require(at(['a'])[0])`),
    ],
  },
})
