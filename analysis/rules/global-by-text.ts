import { originsOf } from '#analysis/flow/heap.ts'
import {
  dangerousNames,
  functionLists,
  hiddenMembers,
  hiddenNames,
  nativeNames,
} from '#analysis/knowledge/dangerous.ts'
import { has, nothing, origin, outside, textOf, textsOf, type Value } from '#analysis/flow/value.ts'
import { defineRule, high, js, low, lua, medium } from './rule.ts'

const wholeLists = new Set(['_G', 'globalThis', 'io', 'os', 'debug'])

/** The key that a table with the globals behind it is asked for: the places that ask have a finding of their own. */
const isIndexKey = ({ refs, constants, origins }: Value): boolean =>
  refs?.join() === '#index' && !constants && origins === origin.unknown

export const globalByText = defineRule({
  id: 'global-by-text',
  isLowerOnClient: true,
  on: ['reads-key', 'constructs-function', 'looks-inside', 'literal', 'folded'],
  test: (event) => {
    const { kind, values, object, name } = event
    const [key = nothing] = values
    // Logs name the variables of their caller.
    if (kind === 'looks-inside' && name === 'debug.getlocal') return low(name)
    if (kind === 'looks-inside') return medium(name === 'next' ? 'looks through all functions' : name)
    if (kind === 'constructs-function') {
      if (values.length === 0) return undefined
      return event.isNew ? medium('Function by its constructor') : high('Function by its constructor')
    }
    if (kind === 'literal') {
      const [number] = key.constants ?? []
      const native = typeof number === 'number' && number > 1e7 ? nativeNames.get(number >>> 0) : undefined
      return native === undefined ? undefined : medium(`the number of ${native}`)
    }
    if (kind === 'folded' || isIndexKey(key)) return undefined
    const list = object?.refs?.find((ref) => functionLists.has(ref))
    const found = textsOf(key).find(
      (one) => hiddenNames.has(one) || dangerousNames.has(one) || hiddenMembers.has(one),
    )
    const isBuilt = has(key, origin.built | origin.hidden)
    if (list === undefined)
      // Which of several texts is the one that is made of parts is not known.
      return found !== undefined &&
        found === textOf(key) &&
        isBuilt &&
        !event.place.file.path.endsWith('.min.js')
        ? high(found)
        : undefined
    if (found !== undefined && isBuilt) return high(found)
    if (found !== undefined && hiddenNames.has(found)) return medium(found)
    if (textOf(key) !== undefined && !has(key, origin.unknown)) return undefined
    if (key.constants && !has(key, origin.unknown | origin.many)) return undefined
    const origins = originsOf(key)
    if ((origins & (outside | origin.http)) !== 0) return undefined
    if (wholeLists.has(list) || list.startsWith('module:'))
      return (origins & origin.decoded) === 0 ? medium('a computed name') : high('a decoded name')
    return undefined
  },
  examples: {
    found: [
      lua(`^for name, run in pairs(os) do if sumOf(name) == 5 then run(text) end end`),
      lua(`^_G[('lzqozqad'):gsub('[zq]+', '')](text)`),
      lua(`^_G[('load'):gsub('(.)', turned)](text)`),
      lua(`local name, found
^repeat name, found = next(_G, name) until #name == 4`),
      lua(`local env = setmetatable({}, {
^ __index = function(_, key) return settings[key] or _G[key] end,
})
env[nameOf(1)](url)`),
      lua(`local env = setmetatable({}, {
^ __index = function(_, key) return _G[key or 'load'] end,
})
env.a(url)`),
      lua(`local env = setmetatable({}, {
^ __index = function(_, key) return _G[names[key]] end,
})
env.a(url)`),
      lua(`^local index = function(_, key) return _G[key] end
index(nil, nameOf(1))(url)
setmetatable({}, { __index = index })`),
      lua(`local meta = {}
^meta.__index = function(_, key) return _G[key] end
local env = setmetatable({}, meta)
local name = 'lo'
for _, part in ipairs(parts) do name = name .. part end
env[name](url)`),
      js(`^const make = this['c' + 'onstructor']`),
      lua(`^_G['lo' .. 'ad']('return 1')`),
      js(`^globalThis['ev' + 'al']('1')`),
      js(`^[]['constructor']['constructor']('return 1')()`),
      js(`^[]['filter']['constructor'](code)()`),
      js(`const filter = [].filter
^filter.constructor(code)()`),
      js(`^(() => {}).constructor(code)()`),
      js(`^''.constructor.constructor(code)()`),
      js(`^Math.max.constructor(code)()`),
      lua(`local name = ''
for _, part in pairs({ 'Perform', 'Http', 'Request' }) do name = name .. part end
^_G[name](url)`),
      lua(`local all = {}
^for name, value in next, _G do all[name] = value end`),
      lua(`^local _, secret = debug.getupvalue(handler, 1)`),
      lua(`local lang = { b = 'PQeQrQf' }
for key, text in pairs(lang) do lang[key] = text:gsub('Q', '') end
^_G[lang.b]('https://a.example')`),
      lua(`^local numbers = { order = 0x561C060B }`),
      js(`const act = { op: ['rm', 'Sync'].join('') }
^disk[act.op](folder)`),
    ],
    notFound: [
      lua(`for name, run in pairs(jobs) do if sumOf(name) == 5 then run(text) end end`),
      lua(`_G[('shop_list'):gsub('[_]', '')] = {}`),
      lua(`local env = setmetatable({}, {
  __index = function(_, key) return settings[key] or _G[key] end,
})
load(LoadResourceFile(GetCurrentResourceName(), 'a.lua'), 'a', 't', env)()`),
      lua(`for _, name in ipairs({ 'bit', 'bit32' }) do
  if type(_G[name]) == 'table' then library = _G[name] end
end`),
      lua(`local env = { groups = {} }
for key, value in pairs(env) do env[key] = value end
env.own = setmetatable(env, { __index = _G })
local group = env.groups[name]`),
      js(`const make = this['on' + 'Constructed']`),
      lua(`_G['Settings'] = {}
local limit = _G.Settings.limit`),
      js(`globalThis['settings'] = {}`),
      js(`const copy = new this.constructor(options)`),
      js(`const names = ['constructor']
names['filter'](Boolean)`),
      js(`const list = new [].constructor(3)`),
      js(`(() => {}).constructor.name`),
      js(`const text = ''.constructor(code)`),
      js(`const copy = new layer.map.constructor(layer.map)`),
      lua(`local value = settings[name]`),
      lua(`for name, value in next, settings do all[name] = value end`),
      lua(`local info = debug.getinfo(1, 'S')`),
      lua(`local lang = { b = 'Perf' }
print(lang.b)`),
      lua(`local numbers = { order = 0x561C060C }`),
      js(`const act = { op: ['read', 'Dir'].join('') }
disk[act.op](folder)`),
    ],
  },
})
