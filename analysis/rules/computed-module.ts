import { originsOf } from '#analysis/flow/heap.ts'
import { has, nothing, origin, startOf, textOf } from '#analysis/flow/value.ts'
import { dangerousModules } from '#analysis/knowledge/dangerous.ts'
import { sourceOf } from './code.ts'
import { defineRule, high, js, low } from './rule.ts'

export const computedModule = defineRule({
  id: 'computed-module',
  on: ['requires'],
  test: ({ named }) => {
    const name = named.name ?? nothing
    if (name.refs?.includes('#modules')) return high('a name out of the list of all modules')
    const text = textOf(name)?.replace(/^node:/, '')
    if (text !== undefined && !has(name, origin.unknown))
      return has(name, origin.built) && dangerousModules.has(text) ? high(text) : undefined
    const origins = originsOf(name)
    if (/^data:/i.test(startOf(name))) return high('code in the address')
    const isForeign = (origins & (origin.event | origin.web | origin.http | origin.decoded)) !== 0
    return isForeign ? high(sourceOf(origins) || 'a download or decoded name') : low()
  },
  examples: {
    found: [
      js(`const { builtinModules } = require('module')
const names = Object.fromEntries(builtinModules.map((name) => [sumOf(name), name]))
^const runner = require(names[1312])`),
      js(`^const fs = require('f' + 's')`),
      js(`const { builtinModules } = require('module')
^for (const name of builtinModules) if (sumOf(name) === 5) run(require(name))`),
      js(`^const tools = require(require('module').builtinModules.find((name) => sumOf(name) === 5))`),
      js(`^import('data:text/javascript;base64,' + process.env.THEME)`),
    ],
    notFound: [
      js(`const names = Object.fromEntries(['a', 'b'].map((name) => [name, './' + name + '.js']))
const runner = require('fs')`),
      js(`const { builtinModules } = require('module')
if (!builtinModules.includes(name)) require('./own.js')`),
      js(`const fs = require('fs')`),
      js(`import('data:text/javascript,0')`),
    ],
  },
})
