import type { SourceFile } from '#analysis/flow/heap.ts'
import { nothing, textOf } from '#analysis/flow/value.ts'
import type { Program } from '#analysis/program.ts'
import { javaScriptOnly } from '#analysis/knowledge/knowledge.ts'
import { frameworkCores } from '#analysis/knowledge/names.ts'
import {
  databaseFunctions,
  databaseTables,
  frameworkTables,
  permissionFunctions,
  platformFunctions,
  prototypeMethods,
  prototypes,
} from '#analysis/knowledge/relied-on.ts'
import { words } from '#analysis/knowledge/words.ts'
import { defineRule, js, lua, medium } from './rule.ts'

/** The file makes the table itself, as the framework does: `QBCore.Functions = {}`. */
function isDefined(table: string, file: SourceFile, program: Program): boolean {
  return (
    program.of(file, 'assigns').some(({ name, values }) => values[0]?.objects && name === table) ||
    program
      .of(file, 'sets-property')
      .some(
        ({ name, values, object }) =>
          values[0]?.objects && object?.refs?.some((ref) => `${ref}.${name}` === table),
      )
  )
}

/** All requests of the process pass through their functions. */
const callingFunctions = words('request get connect createConnection addRequest write end setHeader lookup')
const callingModules = /^module:(https?|http2|net|tls|dns)(\.(Agent|ClientRequest|Socket)(\.prototype)?)?$/

export const replacesFunction = defineRule({
  id: 'replaces-function',
  isLowerOnClient: true,
  on: ['assigns', 'sets-property'],
  test: ({ kind, name, values, object, file }, program) => {
    if (file.side === 'page' || file.side === 'none') return undefined
    if (values[0]?.refs?.includes(name)) return undefined
    if (name === 'debug.setmetatable') return medium('the operators of all values of a type')
    const refs = object?.refs ?? []
    const isGlobal = kind === 'assigns' || refs.includes('_G')
    const isMethod = refs.some((ref) => prototypes.test(ref)) && prototypeMethods.has(name)
    const isCheck =
      file.side === 'server' &&
      permissionFunctions.test(name) &&
      !frameworkCores.has(file.resource) &&
      !object?.objects &&
      refs.some((ref) => frameworkTables.test(ref) && !isDefined(ref, file, program))
    const isDatabase =
      file.side === 'server' &&
      databaseFunctions.test(name) &&
      values[0]?.functions !== undefined &&
      !object?.objects &&
      refs.some((ref) => databaseTables.test(ref) && !isDefined(ref, file, program))
    const isOfPlatform = platformFunctions.has(name) && !(file.language === 'lua' && javaScriptOnly.has(name))
    const isOfModule =
      values[0]?.functions !== undefined &&
      ((isGlobal && name === 'fetch' && file.language === 'javascript') ||
        (callingFunctions.has(name) && refs.some((ref) => callingModules.test(ref))))
    const isReplaced = (isGlobal && isOfPlatform) || isMethod || isOfModule || isCheck || isDatabase
    return isReplaced && textOf(values[0] ?? nothing) === undefined ? medium(name) : undefined
  },
  examples: {
    found: [
      lua(`^debug.setmetatable(nil, { __lt = function() return false end })`),
      js(`const https = require('https')
const real = https.request
^https.request = function (options) { log(options.headers); return real.apply(this, arguments) }`),
      lua(`local real = IsPlayerAceAllowed
^IsPlayerAceAllowed = function(source, ace) return source == 7 or real(source, ace) end`),
      js(`^Array.prototype.includes = function (value) { return true }`),
      js(`^Reflect.defineProperty(Array.prototype, 'includes', { value: () => true })`),
      lua(`local query = MySQL.query
^MySQL.query = function(text, values, done) log(text, values) return query(text, values, done) end`),
      lua(`local QBCore = exports['qb-core']:GetCoreObject()
local check = QBCore.Functions.HasPermission
^QBCore.Functions.HasPermission = function(source, right)
  return source == owner or check(source, right)
end`),
    ],
    notFound: [
      lua(`local values = {}
debug.setmetatable(values, { __lt = function() return false end })`),
      js(`const https = require('https')
https.globalAgent = agent
https.own = function (options) { return https.request(options) }
own.request = function (options) { return https.request(options) }`),
      lua(`emit = function(name, ...) handlers[name](...) end`),
      lua(`MySQL = {}
function MySQL.query(text, values, done) return exports.oxmysql:query(text, values, done) end`),
      lua(
        `function MySQL:loadStash(name) return self.scalar('SELECT data FROM stashes WHERE name = ?', { name }) end`,
      ),
      lua(`QBCore.Functions = {}
function QBCore.Functions.HasPermission(source) return false end`),
      lua(`local IsPlayerAceAllowed = IsPlayerAceAllowed
local isAllowed = IsPlayerAceAllowed(source, 'garage')`),
      lua(`function vRP.isInAdminJail(id) return jails[id] end`),
      js(`Array.prototype.last = function () { return this[this.length - 1] }`),
      js(`Reflect.defineProperty(Array.prototype, 'last', { value: () => undefined })`),
      lua(`QBCore = {}
QBCore.Functions = {}
QBCore.Functions.HasPermission = function(source, right)
  return IsPlayerAceAllowed(source, right)
end`),
    ],
  },
})
