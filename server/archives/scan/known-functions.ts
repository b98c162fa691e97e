import { checkSent, hostsIn, noteHttp, rows, sentRequest } from '#server/archives/rules/reaches-out.rule.ts'
import { checkCode, checkConsole, checkGlobal, checkProgram } from '#server/archives/rules/runs-code.rule.ts'
import {
  anyResource,
  checkCommand,
  checkRemoval,
  checkSecret,
  checkStop,
  checkWrite,
} from '#server/archives/rules/touches-server.rule.ts'
import { checkReplaced, noteAct, playerName } from '#server/archives/rules/trusts-others.rule.ts'

import { characterFunctions } from './character-functions.ts'
import { addHandler } from './connections.ts'
import { dataFunctions } from './data-functions.ts'
import { passOn } from './fold.ts'
import type { Call } from './frames.ts'
import { moduleFunctions } from './module-functions.ts'
import { nativeFunctions } from './native-functions.ts'
import { scriptElements } from './script-elements.ts'
import type { Sight } from './sight.ts'
import { triggerFunctions } from './trigger-functions.ts'
import {
  bitsOf,
  constantOf,
  elementOf,
  from,
  join,
  lasting,
  nothing,
  refTo,
  unknown,
  withBits,
  type Value,
} from './values.ts'

/** What a call of a function of the platform does and returns. */
export interface Context {
  call: Call
  args: readonly Value[]
  ref: string
  sight: Sight
  /** Calls a value with other arguments. */
  apply: (callee: Value, args: readonly Value[]) => Value
  /** Gives all functions among the arguments these parameters. */
  callBack: (value: Value) => Value
}

export type Action = (context: Context) => Value | undefined

const first = ({ args }: Context): Value => args[0] ?? nothing
const second = ({ args }: Context): Value => args[1] ?? nothing

export const runs: Action = (context) => {
  checkCode(first(context), context.call, context.sight, context.ref)
  return { bits: from.unknown }
}
const runsAll: Action = (context) => {
  const { args, call, sight, ref } = context
  checkCode(args.at(-1) ?? nothing, call, sight, ref)
  return unknown
}
/** setTimeout takes a function or a text. */
const runsText: Action = (context) => {
  const value = first(context)
  const carried = bitsOf(value) & lasting & ~from.unknown & ~from.private
  if (!value.fns && !value.refs) context.sight.isInteresting = true
  if (!value.fns && !value.refs && (value.text !== undefined || carried !== 0))
    checkCode(value, context.call, context.sight, context.ref)
  context.callBack(nothing)
  if (value.refs || value.fns) context.apply(value, context.args.slice(2))
  return unknown
}
export const program: Action = (context) => {
  checkProgram(first(context), context.call, context.sight, context.ref)
  return { bits: from.stored | from.unknown }
}
const console: Action = (context) => {
  checkConsole(first(context), context.call, context.sight)
  checkCommand(first(context), context.call, context.sight)
  return unknown
}
const returns =
  (bits: number): Action =>
  () => ({ bits: bits | from.unknown })
/** Calls of HTTP. Connections of other kinds carry the passwords of databases. */
const httpCalls =
  /^(PerformHttp|fetch$|navigator\.sendBeacon$|XMLHttp|WebSocket|axios|\$|socket\.http)|^module:(https?|http2|ws|axios|got|undici|node-fetch|superagent|request|needle)(\.(default|request|get|post|put|patch|fetch))?$/

/** They send nothing. */
const notRequests = /\.(createServer|interceptors\.\w+\.use)$/

export const http: Action = ({ args, call, sight, ref, callBack }) => {
  if (ref.startsWith('module:')) sight.isInteresting = true
  if (!notRequests.test(ref)) noteHttp(args, call, sight)
  if (/^module:(net|dgram|tls)\b/.test(ref)) sight.socket ??= call
  const isHttp = httpCalls.test(ref)
  if (isHttp) checkSent(args, call, sight)
  for (const value of args) addHandler(sight, value, 'http', args.flatMap(hostsIn)[0] ?? '')
  callBack({ bits: from.http | from.unknown })
  return { bits: from.http | from.unknown, refs: isHttp ? ['#response', sentRequest] : ['#response'] }
}
/** A player or another host decides what it is. */
function isForeign({ bits }: Value): boolean {
  return (bits & (from.http | from.web | from.event)) !== 0
}

export const reads = (context: Context, path: Value): Value => {
  const { sight, call, ref } = context
  const end = constantOf(path) ?? path.tail
  const isAny = end === undefined && ref !== 'LoadResourceFile'
  sight.fact('reads-files', call, end?.slice(-60))
  // One of several names, of which one is that of a file with secrets.
  const isOneOf =
    ref !== 'LoadResourceFile' &&
    (path.bits & from.unknown) !== 0 &&
    path.tail === undefined &&
    sight.connections.secretFile !== undefined
  const secret = checkSecret(path, call, sight, true) | (isOneOf ? from.secret : 0)
  const isFree = ref === 'LoadResourceFile' ? context.args.slice(0, 2).every(isForeign) : isForeign(path)
  if (ref === 'LoadResourceFile' && end === undefined) sight.isInteresting = true
  if (isFree && (path.bits & from.otherResource) === 0 && sight.side !== 'client')
    sight.report('sends-data', 'medium', call, 'any file that is named from outside')
  const hasExtension = end !== undefined && /\.\w{1,5}$/.test(end)
  const isKnown = constantOf(path) !== undefined && (path.bits & from.unknown) === 0
  const isCode = hasExtension ? /\.(lua|[cm]?[jt]sx?)$/i.test(end) : !isKnown
  const bits = (isCode ? 0 : from.otherFile) | (isAny ? from.private : 0)
  return { bits: from.unknown | from.file | secret | sight.writtenBits | bits }
}
const applies: Action = ({ args, apply }) => apply(args[0] ?? nothing, args.slice(1))
function globalOf(key: Value, place: Call, sight: Sight): Value {
  checkGlobal(key, place, sight, '_G')
  return refTo(constantOf(key) ?? '#any')
}
const passes: Action = ({ args }) => args[0]
const joins: Action = ({ args }) => args.reduce(join, nothing)
const stops: Action = ({ sight, call, ref, args }) => {
  noteAct('stops', ref, args, call, sight)
  sight.report('stops-server', 'medium', call, ref)
  return nothing
}
const listsOfFunctions = new Set(['_G', 'globalThis', 'io', 'os', 'debug'])
const elements: Action = (context) => {
  const value = first(context)
  if (value.refs?.some((ref) => listsOfFunctions.has(ref)))
    context.sight.report('global-by-text', 'medium', context.call, 'looks through all functions')
  const isRows = value.refs?.includes(rows) === true
  const kept = value.refs?.includes('_G') ? refTo('#any') : isRows ? refTo(rows) : nothing
  return join(elementOf(value), kept)
}
export const write: Action = (context) => {
  const { args, call, sight, ref } = context
  if (ref === 'SaveResourceFile') checkWrite(args[1] ?? nothing, args[2] ?? nothing, args[0], call, sight)
  else checkWrite(first(context), second(context), undefined, call, sight)
  return unknown
}

export const actions = new Map<string, Action>()
const add = (action: Action, names: string): void => {
  for (const name of names.split(' ')) actions.set(name, action)
}
add(
  runs,
  'load loadstring eval module:vm.runInThisContext module:vm.runInNewContext module:vm.runInContext module:vm.Script module:vm.compileFunction execScript _compile $.globalEval jQuery.globalEval',
)
add(runsAll, 'Function AsyncFunction GeneratorFunction')
add((context) => {
  if (context.args.length > 0)
    context.sight.report(
      'global-by-text',
      context.call.isNew ? 'medium' : 'high',
      context.call,
      'Function by its constructor',
    )
  return runsAll(context)
}, '#Function')
add(runsText, 'setTimeout setInterval setImmediate')
add((context) => {
  const value = first(context)
  if ((bitsOf(value) & from.http) !== 0) checkCode(value, context.call, context.sight, context.ref)
  return unknown
}, 'WebAssembly.instantiate WebAssembly.instantiateStreaming WebAssembly.compile WebAssembly.compileStreaming')
add((context) => {
  reads(context, first(context))
  checkCode(unknown, context.call, context.sight, context.ref)
  return unknown
}, 'loadfile dofile')
add(program, 'os.execute io.popen Deno.run package.loadlib process.dlopen')
add((context) => {
  // The inner modules that start programs; others are those of old libraries.
  const name = constantOf(first(context))
  return name === undefined || /spawn|process_wrap/.test(name) ? program(context) : unknown
}, 'process.binding')
add(console, 'ExecuteCommand')
add(
  http,
  'PerformHttpRequest PerformHttpRequestAwait PerformHttpRequestInternal PerformHttpRequestInternalEx fetch navigator.sendBeacon XMLHttpRequest WebSocket EventSource axios $.get $.post $.ajax $.getJSON jQuery.get jQuery.post jQuery.ajax jQuery.getJSON socket.http.request',
)
add(
  returns(from.stored),
  'GetResourceKvpString GetExternalKvpString GetResourceKvp os.getenv GetStateBagValue GetClipboardText',
)
add(returns(from.state), 'GetStateBagValue')
add(returns(0), 'type')
add(returns(from.event), 'lib.callback.await prompt')
add(() => refTo(playerName, from.event | from.unknown), 'GetPlayerName')
add(({ sight }) => {
  sight.isInteresting = true
  return { bits: from.command | from.unknown }
}, 'lib.inputDialog GetOnscreenKeyboardResult')
add(returns(from.stored | from.private), 'localStorage.getItem sessionStorage.getItem')
add(
  (context) =>
    withBits(
      reads(context, second(context)),
      // The settings of other resources.
      first(context).refs?.includes(anyResource) && /\.(lua|js|cfg|env)$/.test(second(context).text ?? '')
        ? from.secret
        : 0,
    ),
  'LoadResourceFile',
)
add((context) => {
  const mode = second(context).text ?? 'r'
  if (/[wa+]/.test(mode)) checkWrite(first(context), nothing, undefined, context.call, context.sight)
  const value = reads(context, first(context))
  return { ...value, refs: ['#file'] }
}, 'io.open io.lines')
add((context) => {
  checkStop(first(context), context.call, context.sight)
  return unknown
}, 'StopResource')
add(write, 'SaveResourceFile')
add((context) => {
  checkWrite(second(context), nothing, undefined, context.call, context.sight)
  return unknown
}, 'os.rename')
add((context) => {
  checkRemoval(first(context), context.call, context.sight)
  return unknown
}, 'os.remove os.tmpname')
add(stops, 'os.exit process.exit process.abort process.kill')
add(
  applies,
  'pcall coroutine.wrap coroutine.create Citizen.CreateThread CreateThread Citizen.CreateThreadNow',
)
add(({ args, apply }) => apply(args[0] ?? nothing, args.slice(2)), 'xpcall')
add(({ args, apply }) => apply(args[1] ?? nothing, args.slice(2)), 'SetTimeout Citizen.SetTimeout')
add(
  ({ args, apply }) =>
    apply(args[0] ?? nothing, (args[2]?.table?.items ?? []).concat(args[2] ? [elementOf(args[2])] : [])),
  'Reflect.apply',
)
add(
  ({ args, apply }) =>
    apply(args[0] ?? nothing, args[1]?.table?.items ?? (args[1] ? [elementOf(args[1])] : [])),
  'Reflect.construct',
)
add(
  passes,
  'assert Citizen.Await tostring json.decode msgpack.unpack JSON.parse decodeURIComponent encodeURIComponent Promise.resolve table.clone Array.from Set Map Object.create Object.values Object.freeze promisify util.promisify module:util.promisify structuredClone Object.getPrototypeOf Reflect.getPrototypeOf URL.createObjectURL',
)
add(
  ({ args: [value = nothing] }) => withBits(value, bitsOf(value) & lasting),
  'json.encode msgpack.pack JSON.stringify',
)
add(({ args }) => join(args[0] ?? nothing, args[1]?.table?.fields.get('__index') ?? nothing), 'setmetatable')
add(joins, 'select Promise.all Promise.race table.move')
add(
  elements,
  'pairs ipairs next table.unpack unpack Object.keys Object.entries Object.getOwnPropertyNames Reflect.ownKeys',
)
add(() => refTo('_G'), 'getfenv debug.getregistry debug.getfenv')
add(({ call, sight, ref }) => {
  sight.report('global-by-text', 'medium', call, ref)
  return refTo('#any', from.unknown)
}, 'debug.getupvalue debug.setupvalue debug.upvaluejoin debug.getlocal debug.setlocal')
add(
  ({ args, call, sight }) =>
    args[0]?.refs?.includes('_G') ? globalOf(args[1] ?? nothing, call, sight) : elementOf(args[0] ?? nothing),
  'rawget Reflect.get',
)
for (const [action, names] of [
  ...characterFunctions,
  ...dataFunctions,
  ...moduleFunctions,
  ...nativeFunctions,
  ...scriptElements,
  ...triggerFunctions,
])
  add(action, names)
add((context) => {
  context.sight.report('bytecode', 'medium', context.call, 'compiles a function')
  return { bits: from.unknown | from.decoded }
}, 'string.dump')
add(
  ({ args }) => ({ bits: from.decoded | (passOn(args).bits & lasting) | from.unknown }),
  'atob module:zlib.inflateSync module:zlib.gunzipSync module:zlib.inflateRawSync module:zlib.brotliDecompressSync module:crypto.createDecipheriv module:crypto.createDecipher module:crypto.privateDecrypt',
)
add(() => refTo('string'), 'getmetatable')
add(({ args: [object = nothing, name], call, sight }) => {
  checkReplaced(name?.text ?? '', object, call, sight)
  return object
}, 'Object.defineProperty Reflect.defineProperty')
