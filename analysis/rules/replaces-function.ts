import type { Event } from '#analysis/flow/events.ts'
import { nothing, textOf } from '#analysis/flow/value.ts'
import { defineRule, js, lua, medium } from './rule.ts'

/** Functions of the platform that others rely on. */
const platform = new Set(
  'AddEventHandler CancelEvent DropPlayer ExecuteCommand GetConvar GetPlayerEndpoint GetPlayerIdentifier GetPlayerIdentifierByType GetPlayerIdentifiers GetPlayerName IsPlayerAceAllowed IsPrincipalAceAllowed LoadResourceFile PerformHttpRequest RegisterCommand RegisterNetEvent RegisterServerEvent SaveResourceFile StopResource TriggerClientEvent TriggerEvent TriggerServerEvent emit emitNet load loadstring on onNet pcall'.split(
    ' ',
  ),
)
const prototypes = /^(Array|String|Object|Function|Promise|Map|Set|JSON)(\.prototype)?$/
const methods = new Set(
  'includes indexOf find some every filter map push startsWith endsWith has get test parse stringify then call apply'.split(
    ' ',
  ),
)
const permissionFunctions = /^(has|is|get)_?(user|player)?_?(permissions?|admin|group|ace|staff|banned)$/i
const frameworks = /^(ESX|QBCore(\.Functions)?|vRP)$/
/** Every query of the resource passes through its functions. */
const database = /^MySQL(\.(Async|Sync|query|single|scalar|insert|update))?$/
const queries =
  /^(await|execute|fetch(All|Scalar)?|insert|prepare|query|rawExecute|ready|scalar|single|store|transaction|update)$/i

/** The file makes the table itself, as the framework does: `QBCore.Functions = {}`. */
function isDefined(table: string, events: readonly Event[]): boolean {
  return events.some(
    ({ kind, name, values, object }) =>
      values[0]?.objects !== undefined &&
      ((kind === 'assigns' && name === table) ||
        (kind === 'sets-property' && object?.refs?.some((ref) => `${ref}.${name}` === table) === true)),
  )
}

export const replacesFunction = defineRule({
  id: 'replaces-function',
  severity: 'medium',
  isLowerOnClient: true,
  title: 'Replaces a function that other code relies on',
  why: 'All code of the resource gets the new function, such as one that checks permissions.',
  check: 'Does the new function do the same for everyone?',
  since: 5,
  on: ['assigns', 'sets-property'],
  test: ({ kind, name, values, object, file }, program) => {
    if (file.side === 'page' || file.side === 'none') return undefined
    if (values[0]?.refs?.includes(name)) return undefined
    const refs = object?.refs ?? []
    const isGlobal = kind === 'assigns' || refs.includes('_G')
    const isMethod = refs.some((ref) => prototypes.test(ref)) && methods.has(name)
    const isCheck =
      file.side === 'server' &&
      permissionFunctions.test(name) &&
      !object?.objects &&
      refs.some((ref) => frameworks.test(ref) && !isDefined(ref, program.of(file)))
    const isDatabase =
      file.side === 'server' &&
      queries.test(name) &&
      values[0]?.functions !== undefined &&
      !object?.objects &&
      refs.some((ref) => database.test(ref) && !isDefined(ref, program.of(file)))
    const isReplaced = (isGlobal && platform.has(name)) || isMethod || isCheck || isDatabase
    return isReplaced && textOf(values[0] ?? nothing) === undefined ? medium(name) : undefined
  },
  examples: {
    found: [
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
