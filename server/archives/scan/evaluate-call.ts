import { checkFolded } from '#server/archives/rules/hides.rule.ts'
import { checkSent, sentRequest } from '#server/archives/rules/reaches-out.rule.ts'
import { checkGift, checkRemoval } from '#server/archives/rules/touches-server.rule.ts'
import { noteCheck, checkPlayerKey, checkPlayerLookup } from '#server/archives/rules/trusts-others.rule.ts'

import { character } from './character-functions.ts'
import { addHandler } from './connections.ts'
import { database } from './data-functions.ts'
import { fold, foldUnknown, passOn } from './fold.ts'
import { actions, http, program, reads, runs, write, type Action, type Context } from './known-functions.ts'
import { checkElementMethod } from './script-elements.ts'
import type { Sight } from './sight.ts'
import { calls } from './trigger-functions.ts'
import { bitsOf, elementOf, from, join, lasting, nothing, withBits, type Value } from './values.ts'

const httpModules =
  /^module:(https?|http2|dns|net|tls|dgram|ws|axios|got|undici|node-fetch|superagent|request|needle|socket\.io-client)(\.|$)/
const programs = /^module:child_process\.(exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)$/
const programNames = /^(exec|execSync|execFile|execFileSync|spawn|spawnSync)$/
const fileWriters =
  /^module:fs(?:\/promises)?\.(?:promises\.)?(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|copyFile|copyFileSync|rename|renameSync)$/
const fileReaders = /^module:fs(?:\/promises)?\.(?:promises\.)?(readFile|readFileSync|createReadStream)$/
const fileRemovers =
  /^module:fs(?:\/promises)?\.(?:promises\.)?(unlink|unlinkSync|rm|rmSync|rmdir|rmdirSync)$/
const databases =
  /^(MySQL\b|vRP\._?(?:query|execute|scalar|prepare)$|exports\.(oxmysql|ghmattimysql|mysql-async)\b|module:(mysql2?|mongodb|better-sqlite3)\b)/
const decoders =
  /b(ase)?64_?de|de(code|crypt|cipher|obf)\w*(b(ase)?64|hex|xor|str|text|payload)|decrypt|decipher|deobf|unhex|fromhex|from_hex|frombase64/i

const luaFunctions = new Set(['load', 'loadstring', 'loadfile', 'dofile'])

/** The action of a function by its full name. */
function findAction(ref: string, isLua: boolean): Action | undefined {
  if (!isLua && luaFunctions.has(ref)) return undefined
  const action = actions.get(ref)
  if (action) return action
  if (httpModules.test(ref)) return http
  if (programs.test(ref)) return program
  if (fileWriters.test(ref)) return write
  if (fileReaders.test(ref)) return readsFile
  if (fileRemovers.test(ref)) return removesFile
  if (databases.test(ref)) return database
  if (/(^|\.)(_load|require|getBuiltinModule|createRequire)$/.test(ref))
    return actions.get(ref.endsWith('createRequire') ? 'module:module.createRequire' : 'require')
  if (ref.endsWith('._compile')) return runs
  if (ref.startsWith('exports.')) return otherResource
  return undefined
}

const readsFile: Action = (context) => {
  const value = reads(context, context.args[0] ?? nothing)
  context.callBack(value)
  return value
}

const removesFile: Action = ({ args, call, sight }) => {
  checkRemoval(args[0] ?? nothing, call, sight)
  return undefined
}

const frameworkObjects = new Map([
  ['getSharedObject', 'ESX'],
  ['GetCoreObject', 'QBCore'],
])

const otherResource: Action = ({ sight, call, ref, args, apply, callBack }) => {
  // A page has no exports of resources: they are those of its modules.
  if (sight.side === 'page') return undefined
  const [, resource, name = ''] = ref.split('.')
  sight.fact('uses', call, resource)
  const exported = resource === sight.resource ? sight.connections.exported.get(name) : undefined
  if (exported) apply(exported, args)
  const shared = frameworkObjects.get(name)
  if (shared !== undefined) return { bits: from.otherResource | from.unknown, refs: [shared] }
  callBack({ bits: from.otherResource | from.unknown })
  return { bits: from.otherResource | from.unknown }
}

/** What a call returns; `ref` is the name of the function where it is known. */
export function evaluateCall(
  ref: string | undefined,
  key: string | undefined,
  context: Context,
  object: Value | undefined,
): Value {
  const { args, call, sight } = context
  const folded = foldCall(ref, key, args, object, sight)
  if (folded) {
    checkFolded(folded, call, sight)
    return folded
  }
  const name = key ?? ref ?? ''
  noteCheck(name, call.at, sight)
  checkPlayerLookup(name, args, call, sight)
  if (key !== undefined) checkGift(key, args, call, sight)
  // text:byte(1) has no argument that is the text.
  const isOfText = object?.text !== undefined && ref?.startsWith('string.') === true
  const action = ref === undefined || isOfText ? undefined : findAction(ref, sight.isLua)
  if (action) return action(context) ?? nothing
  return (
    (key === undefined ? undefined : evaluateMethod(key, context, object ?? nothing)) ??
    evaluateUnknown(ref ?? key ?? '', context, object)
  )
}

function foldCall(
  ref: string | undefined,
  key: string | undefined,
  args: readonly Value[],
  object: Value | undefined,
  sight: Sight,
): Value | undefined {
  const method = (): Value | undefined =>
    key === undefined || !object ? undefined : fold(sight.isLua ? `string.${key}` : key, [object, ...args])
  // ('%s'):format(text) has the function of the language as well, without its first argument.
  if (sight.isLua && object?.text !== undefined) return method()
  return (ref === undefined ? undefined : fold(ref, args)) ?? method()
}

const collectors = /^(resolve|push|unshift|append|add|insert|set|write|put|enqueue|concat)$/

const lookups = new Set(['has', 'includes', 'indexOf'])

function evaluateMethod(key: string, context: Context, object: Value): Value | undefined {
  const { args, apply, call, callBack, sight } = context
  if (!sight.isLua) checkElementMethod(object, key, args, call, sight)
  if (object.refs?.includes('#module') && programNames.test(key)) program(context)
  if (lookups.has(key)) checkPlayerKey(args[0] ?? nothing, object, call, sight)
  switch (key) {
    case 'call':
      return object.refs || object.fns ? apply(object, args.slice(1)) : undefined
    case 'apply':
      return object.refs || object.fns
        ? apply(object, args[1] ? [elementOf(args[1]), args[1]] : [])
        : undefined
    case 'bind':
      return object.refs || object.fns ? object : undefined
    case 'require':
    case '_load':
      return sight.isLua ? undefined : actions.get('require')?.(context)
    case '_compile':
      return runs(context)
    case 'char':
    case 'fromCharCode':
      return character(context)
    case 'byte':
    case 'charCodeAt':
    case 'codePointAt':
      // What the text is may be known later.
      sight.isInteresting = true
      return { bits: from.charCode | from.unknown | (object.bits & lasting) }
    case 'getImageData':
      // The pixels of a picture, which may be one of another host.
      sight.isInteresting = true
      return { bits: from.http | from.unknown }
    case 'RegisterServerCallback':
    case 'CreateCallback':
      for (const value of args) addHandler(sight, value, 'event', args[0]?.text ?? '')
      return calls(from.event)(context)
    case 'addEventListener':
      return actions.get('addEventListener')?.(context)
    case 'TriggerServerCallback':
    case 'TriggerCallback':
      return calls(from.event)(context)
    case 'write':
    case 'end':
    case 'send':
      if (object.refs?.includes(sentRequest)) checkSent(args, call, sight, sight.host)
      if (object.refs?.includes('#file')) {
        const bits = args.reduce((all, value) => all | bitsOf(value), 0)
        sight.writtenBits |= bits & (lasting & ~from.unknown & ~from.file)
      }
      return undefined
    default: {
      // foreach, then, on, map, gsub: what the object holds is what the function gets.
      const element = withBits(elementOf(object), (object.bits & lasting) | from.unknown)
      const given = args.length > 1 ? args.reduce((all, value) => all | bitsOf(value), 0) & lasting : 0
      // The second argument of reduce is the first of its function.
      const others = args.reduce((all, value) => (value.fns ? all : join(all, value)), element)
      let returned = callBack(withBits(others, given))
      const carried = join({ ...object, bits: object.bits | from.unknown }, element)
      if (carried.text !== undefined || (carried.bits & lasting & ~from.unknown) !== 0)
        for (const value of args)
          if (value.refs?.some((ref) => actions.has(ref))) returned = join(returned, apply(value, [carried]))
      if (args.length > 0 && collectors.test(key)) return undefined
      // list.map((code) => code - 3)
      const decodes = from.charCode | from.arithmetic | from.xor
      const bits = ((bitsOf(object) | bitsOf(returned)) & lasting) | (returned.bits & decodes)
      return join(returned.table || returned.fns ? returned : nothing, withBits(passOn(args), bits))
    }
  }
}

function evaluateUnknown(name: string, context: Context, object: Value | undefined): Value {
  const { args, apply, callBack, call, sight } = context
  const all = object ? [object, ...args] : args
  const passed = passOn(all)
  const others = all.reduce(
    (joined, value) => (value.refs || value.fns ? joined : join(joined, elementOf(value))),
    nothing,
  )
  let result = join(passed, callBack(withBits(others, passed.bits)))
  for (const value of args)
    if (value.refs?.some((ref) => actions.has(ref) && riskyFunctions.has(ref)))
      result = join(
        result,
        apply(
          value,
          args.filter((one) => one !== value),
        ),
      )
  if (!decoders.test(name.slice(0, 100))) return result
  const decoded = foldUnknown(args)
  if (decoded) checkFolded(decoded, call, sight)
  return decoded ?? withBits(result, from.decoded)
}

/** Functions that run what they are given. */
export const riskyFunctions = new Set(
  'load loadstring eval Function ExecuteCommand os.execute io.popen loadfile dofile'.split(' '),
)

export function isCollector(key: string): boolean {
  return collectors.test(key)
}
