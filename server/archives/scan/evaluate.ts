import { createLuaLexer, type LuaToken } from '#contract/manifest/lua-lexer.ts'
import { checkAlias, checkList, checkLiteral } from '#server/archives/rules/hides.rule.ts'
import { checkUrls } from '#server/archives/rules/reaches-out.rule.ts'
import { checkGlobal, checkMember } from '#server/archives/rules/runs-code.rule.ts'
import { checkText } from '#server/archives/rules/touches-server.rule.ts'

import { createJsLexer, type JsToken } from './js-lexer.ts'
import { createJsSyntax } from './js-syntax.ts'
import { evaluateCall, isCollector, riskyFunctions } from './evaluate-call.ts'
import { createLuaSyntax } from './lua-syntax.ts'
import type { Call, Hooks, Memory, Operand } from './frames.ts'
import { checkElement } from './script-elements.ts'
import { createMachine, depthMax, type Machine } from './machine.ts'
import type { Place, Sight } from './sight.ts'
import {
  elementOf,
  from,
  join,
  lasting,
  nothing,
  outside,
  refTo,
  unknown,
  withBits,
  type Value,
} from './values.ts'

export interface Observer {
  token: (token: JsToken | LuaToken) => void
}

const roundsMax = 4

/**
 * Evaluates a text several times, since values flow back: into functions that stand above their calls, and through
 * variables that are written below the place where they are read. Returns false if it was not read to its end.
 */
export function evaluate(text: string, memory: Memory, sight: Sight, observer: Observer): boolean {
  for (let round = 0; round < roundsMax; round++) {
    memory.hasChanged = false
    if (!evaluateOnce(text, memory, sight, round === 0 ? observer : undefined)) return false
    if (!memory.hasChanged || !sight.isInteresting) break
  }
  return true
}

function evaluateOnce(text: string, memory: Memory, sight: Sight, observer: Observer | undefined): boolean {
  const { budget, variables } = memory
  const { isLua } = sight
  const machine: Machine = createMachine(
    memory,
    createHooks(() => machine, memory, sight),
    isLua,
  )
  let isWhole = true
  const context = <T extends JsToken | LuaToken>(lexer: () => T | undefined) => ({
    machine,
    next: () => nextOf(lexer),
    variable,
    literal,
    member,
  })
  if (isLua) {
    const next = createLuaLexer(text)
    const handle = createLuaSyntax(context<LuaToken>(next))
    for (let token = nextOf(next); token; token = nextOf(next)) handle(token)
  } else {
    const next = createJsLexer(text)
    const handle = createJsSyntax(context<JsToken>(next))
    for (let token = nextOf(next); token; token = nextOf(next)) handle(token)
  }
  while (machine.frames.length > 1) machine.closeTop()
  machine.endStatement()
  return isWhole

  function nextOf<T extends JsToken | LuaToken>(lexer: () => T | undefined): T | undefined {
    budget.steps--
    if (budget.steps < 0 || budget.objects < 0 || machine.frames.length > depthMax) {
      isWhole = false
      return undefined
    }
    const token = lexer()
    if (token) observer?.token(token)
    return token
  }

  function variable(name: string, { at, line }: Place): Operand {
    const id = machine.lookup(name)
    let value = variables.get(id) ?? (typeof id === 'string' ? refTo(canonical(name)) : unknown)
    if (riskyNames.has(name)) sight.isInteresting = true
    if (/^(pass(wd|word)?|pwd?)$/i.test(name)) value = withBits(value, from.private)
    if (name === 'localStorage' || name === 'sessionStorage') value = withBits(value, from.private)
    if (value.refs === undefined && /xor/i.test(name)) value = { ...value, refs: ['#xor'] }
    return { value, name, id, at, line }
  }

  function literal(token: JsToken | LuaToken): Value {
    const { t, v } = token
    if (t === 'num') return numberOf(v)
    if (t !== 'str') return { bits: 0, text: v.replaceAll(/\\(\W)/g, '$1') }
    checkLiteral(v, token.esc ?? 0, token, sight)
    checkUrls(v, token, sight)
    checkText(v, token, sight)
    return v.length > 100_000 ? { bits: from.unknown, head: v.slice(0, 256) } : { bits: 0, text: v }
  }

  function member(object: Operand, key: string, place: Place): Operand {
    const value = memberOf(object.value, key, memory, sight)
    return { value, object, key, at: object.at, line: place.line }
  }
}

function numberOf(text: string): Value {
  const num = Number(text.replaceAll('_', ''))
  return Number.isNaN(num) ? unknown : { bits: 0, num }
}

const aliases = new Map([
  ['jQuery', '$'],
  ['globalThis', '_G'],
  ['window', '_G'],
  ['global', '_G'],
  ['_ENV', '_G'],
  ...['axios', 'got', 'superagent', 'undici'].map((name) => [name, `module:${name}`] as const),
])

function canonical(name: string): string {
  return aliases.get(name) ?? name
}

function memberOf(object: Value, key: string, { variables }: Memory, sight: Sight): Value {
  // One variable of the environment is no secret, all of them are.
  const isEnvironment = object.refs?.includes('process.env') === true
  const inherited = object.table ? lasting & ~from.secret : lasting
  const bits = isEnvironment ? 0 : object.bits & (inherited | from.charCode)
  let value = nothing
  const { table } = object
  if (table) {
    const index = Number(key)
    value = table.fields.get(key) ?? (Number.isInteger(index) ? (table.items[index - 1] ?? nothing) : nothing)
    if (value === nothing) value = table.rest
  }
  for (const ref of object.refs ?? []) value = join(value, memberOfRef(ref, key))
  if (value === nothing && !sight.isLua && isMethod(object, key)) value = { bits: from.method }
  if (key === 'constructor' && !sight.isLua) {
    const isFunction =
      object.fns !== undefined ||
      (object.bits & from.method) !== 0 ||
      object.refs?.some((ref) => functionObject.test(ref)) === true
    sight.isInteresting = true
    value = refTo(isFunction ? '#Function' : '#constructor')
  }
  if (object.text !== undefined) value = join(value, refTo(`string.${key}`))
  return bits === 0 ? value : withBits(value, bits)

  function memberOfRef(ref: string, name: string): Value {
    if (riskyNames.has(name)) sight.isInteresting = true
    if (ref === '_G') return variables.get(name) ?? refTo(canonical(name))
    if (ref === 'GlobalState' || ref.endsWith('.state') || (ref === '#entity' && name === 'state'))
      return { bits: from.state | from.unknown, refs: [`${ref}.${name}`.slice(0, 100)] }
    if (ref === 'package.loaded') return refTo(name)
    if (name === 'default' && ref.startsWith('module:')) return refTo(ref)
    if (ref === 'process.env') return { bits: from.unknown }
    if (ref === 'process' && name === 'env') return refTo('process.env', from.secret)
    if (ref === 'document' && name === 'cookie') return { bits: from.private | from.unknown }
    if (ref.startsWith('#') || ref.length > 80) return nothing
    return refTo(`${ref}.${name}`)
  }
}

/** Their constructor is Function. */
const functionObject =
  /^((#constructor|Function|Object|Array|String|Number)(\.prototype)?|(Array|Function|JSON|Math|Object|Promise|Reflect|String|console|string)(\.prototype)?\.[a-z]\w*|eval|fetch|isNaN|parseFloat|parseInt|require|setTimeout)$/

/** A method of an array, a text or a function; `map` and the like of an object that is not known may be anything. */
function isMethod({ table, text, fns }: Value, key: string): boolean {
  return clearMethods.has(key) || ((table ?? text ?? fns) !== undefined && methods.has(key))
}

const methods: ReadonlySet<string> = new Set(
  [Array, String, Function, Object]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !['constructor', 'length', 'name', 'arguments', 'caller', '__proto__'].includes(name)),
)
const clearMethods: ReadonlySet<string> = new Set(
  'apply bind call concat forEach hasOwnProperty indexOf reduce slice splice toString valueOf'.split(' '),
)

/** Only files that use one of these are evaluated more than once. */
const riskyNames = new Set(
  'load loadstring loadfile dofile eval Function execScript importScripts _compile getScript ExecuteCommand execute popen open SaveResourceFile char fromCharCode fromCodePoint bxor require child_process vm fs _G _ENV getfenv globalThis global InvokeNative Worker createElement PerformHttpRequest'.split(
    ' ',
  ),
)

/** Handlers of what a user types. */
const typing = /^on(key(down|press|up)|input|paste|copy)$/

/** Lists of functions that only hidden code uses by a computed key. */
const functionLists = new Set(['_G', 'os', 'io', 'debug', 'module:child_process'])

function createHooks(machineOf: () => Machine, memory: Memory, sight: Sight): Hooks {
  let depth = 0
  return {
    call,
    member,
    assign,
    table: (value, place) => checkList(value, place, sight),
    global: () => undefined,
  }

  function call(ref: string | undefined, made: Call): Value {
    const { callee, args } = made
    const key = callee.object ? callee.key : undefined
    const object = callee.object?.value
    const { applyTo, setVariable } = machineOf()
    const apply = (value: Value, others: readonly Value[]): Value => {
      if (memory.budget.steps < 0 || depth > 8) return unknown
      depth++
      const result = applyTo(value, {
        ...made,
        callee: { value, at: made.at, line: made.line },
        args: [...others],
      })
      depth--
      return result
    }
    const callBack = (value: Value): Value => {
      let result = nothing
      const isForeign = (value.bits & (outside | from.http | from.decoded)) !== 0
      for (const arg of args) {
        if (isForeign && arg.refs?.some((one) => riskyFunctions.has(one))) apply(arg, [value])
        for (const fn of arg.fns ?? []) {
          memory.budget.steps -= fn.params.length
          for (const ids of fn.params) for (const id of ids) setVariable(id, value)
          result = join(result, fn.returns)
        }
      }
      return result
    }
    // What a list or promise collects is a part of it.
    const collected =
      ref === 'table.insert' ? args[0] : key !== undefined && isCollector(key) ? object : undefined
    const target = ref === 'table.insert' ? made.operands[0] : callee.object
    if (collected && target?.name !== undefined) {
      const added = args.reduce(
        (all, value) => join(all, { bits: value.bits & (lasting | from.charCode) }),
        nothing,
      )
      if (added.bits !== 0) setVariable(machineOf().lookup(target.name), added)
    }
    if (key !== undefined && object?.table && collected) {
      for (const value of args) object.table.rest = join(object.table.rest, value)
    }
    if (ref === undefined && key === undefined && callee.value.refs === undefined && callee.isCall) {
      // The result of a call is called: load(…)().
      return withBits(unknown, callee.value.bits & lasting)
    }
    return evaluateCall(ref, key, { call: made, args, ref: ref ?? key ?? '', sight, apply, callBack }, object)
  }

  function member(object: Value, key: string | undefined, keyValue: Value, place: Place): Value {
    const list = object.refs?.find((ref) => functionLists.has(ref))
    if (list !== undefined) sight.isInteresting = true
    if (list !== undefined) checkGlobal(keyValue, place, sight, list)
    else checkMember(keyValue, place, sight)
    if (key === undefined)
      return join(elementOf(object), list === undefined ? unknown : refTo('#any', from.unknown))
    const index = Number(key)
    const { table } = object
    if (table && !sight.isLua && Number.isInteger(index))
      return table.items[index] ?? table.fields.get(key) ?? table.rest
    return memberOf(object, key, memory, sight)
  }

  function assign(target: Operand, value: Value): void {
    const name = target.name ?? target.key ?? ''
    checkAlias(name, value, target, sight)
    const { object } = target
    if (!object) return
    const { refs, bits } = object.value
    if (!sight.isLua) checkElement(object.value, name, value, target, sight)
    if (refs?.some((ref) => ref === 'exports' || ref === 'module.exports'))
      sight.fact('exports', target, name)
    const isTyped = !sight.isLua && typing.test(name) && value.fns !== undefined
    if (isTyped) sight.isInteresting = true
    const given = isTyped ? from.private : refs?.includes('exports') ? from.otherResource : bits & lasting
    if (given !== 0)
      for (const fn of value.fns ?? [])
        for (const ids of fn.params)
          for (const id of ids) machineOf().setVariable(id, { bits: given | from.unknown })
  }
}
