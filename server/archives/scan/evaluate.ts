import { createLuaLexer, type LuaToken } from '#analysis/syntax/lua-lexer.ts'
import { checkAlias, checkList, checkLiteral } from '#server/archives/rules/hides.rule.ts'
import { checkShared, checkUrls, rows } from '#server/archives/rules/reaches-out.rule.ts'
import { checkExport, checkGlobal, checkMember } from '#server/archives/rules/runs-code.rule.ts'
import { checkPattern, checkText } from '#server/archives/rules/touches-server.rule.ts'
import {
  noteCheck,
  checkComparison,
  checkPlayerKey,
  checkReplaced,
  identityFields,
} from '#server/archives/rules/trusts-others.rule.ts'

import { runWithin, spend } from './budget.ts'
import { addCall } from './connections.ts'
import { createJsLexer, type JsToken } from './js-lexer.ts'
import { createJsSyntax } from './js-syntax.ts'
import { evaluateCall, isCollector, riskyFunctions } from './evaluate-call.ts'
import { functionObject, isMethod } from './methods.ts'
import { checkNumber } from './native-functions.ts'
import { createLuaSyntax } from './lua-syntax.ts'
import { setField, type Call, type Hooks, type Memory, type Operand, type Source } from './frames.ts'
import { checkElement } from './script-elements.ts'
import { createMachine, depthMax, type Machine } from './machine.ts'
import type { Place, Sight } from './sight.ts'
import {
  bitsOf,
  elementOf,
  from,
  join,
  lasting,
  nothing,
  outside,
  password,
  refTo,
  unknown,
  withBits,
  type Value,
} from './values.ts'

/** A text, and what becomes known about it. */
export interface Part {
  source: Source
  sight: Sight
  /** Gets each token once. */
  onToken: (token: JsToken | LuaToken) => void
  /** It was read to its end. */
  isWhole: boolean
}

const roundsMax = 4

/**
 * Evaluates the texts of a program several times, since values flow back: into functions that stand above their calls,
 * and through variables that are written below the place where they are read, or in a later file.
 */
export function evaluate(parts: readonly Part[], memory: Memory): void {
  for (let round = 0; round < roundsMax; round++) {
    memory.hasChanged = parts.length > 1 && round === 0
    for (const part of parts) {
      memory.source = part.source
      if (part.isWhole)
        part.isWhole = runWithin(part.source.budget, () => evaluateOnce(part, memory, round === 0))
    }
    if (!memory.hasChanged || !parts.some(({ sight }) => sight.isInteresting)) break
  }
}

function evaluateOnce({ source, sight, onToken }: Part, memory: Memory, isFirst: boolean): boolean {
  const { variables } = memory
  const { text, budget, hints } = source
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
    const next = createJsLexer(text, undefined, hints)
    const handle = createJsSyntax(context<JsToken>(next))
    for (let token = nextOf(next); token; token = nextOf(next)) handle(token)
  }
  while (machine.frames.length > 1) machine.closeTop()
  machine.endStatement()
  return isWhole

  function nextOf<T extends JsToken | LuaToken>(lexer: () => T | undefined): T | undefined {
    spend(1)
    if (budget.objects < 0 || machine.frames.length > depthMax) {
      isWhole = false
      return undefined
    }
    const token = lexer()
    if (token) memory.position = token.at
    if (token && isFirst) onToken(token)
    return token
  }

  function variable(name: string, { at, line }: Place): Operand {
    const id = machine.lookup(name)
    let value = variables.get(id) ?? (typeof id === 'string' ? refTo(canonical(name)) : unknown)
    if (riskyNames.has(name)) sight.isInteresting = true
    if (password.test(name)) value = withBits(value, from.private)
    if (name === 'localStorage' || name === 'sessionStorage') value = withBits(value, from.private)
    if (value.refs === undefined && /xor/i.test(name)) value = { ...value, refs: ['#xor'] }
    return { value, name, id, at, line }
  }

  function literal(token: JsToken | LuaToken): Value {
    const { t, v } = token
    if (t === 'num') checkNumber(v, token, sight)
    if (t === 'num') return numberOf(v)
    if (t !== 'str') checkPattern(v, sight)
    if (t !== 'str') return { bits: 0, text: v.replaceAll(/\\(\W)/g, '$1') }
    checkLiteral(v, token.esc ?? 0, token, sight)
    checkUrls(v, token, sight)
    checkText(v, token, sight)
    return v.length > 100_000 ? { bits: from.unknown, head: v.slice(0, 256) } : { bits: 0, text: v }
  }

  function member(object: Operand, key: string, place: Place): Operand {
    noteCheck(key, place.at, sight)
    // Whatever the object is: `function (d, s) { d.createElement(s) }`.
    if (key === 'createElement') sight.isInteresting = true
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
    // A computed key may be this one.
    if (value === nothing) value = table.rest
    else if (table.rest !== nothing && sight.side !== 'page')
      value = withBits(join(value, table.rest), from.unknown)
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
  if (sight.side !== 'page' && identityFields.has(key)) value = withBits(value, from.identity | from.unknown)
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
    if (ref.startsWith('#')) return name === '_load' ? refTo('require') : nothing
    if (ref.length > 80) return nothing
    return refTo(`${ref}.${name}`)
  }
}

/** Only files that use one of these are evaluated more than once. */
const riskyNames = new Set(
  'load loadstring loadfile dofile eval Function execScript importScripts _compile getScript ExecuteCommand execute popen open SaveResourceFile char fromCharCode fromCodePoint bxor require child_process vm fs _G _ENV getfenv globalThis global InvokeNative Worker createElement PerformHttpRequest WebSocket requestScreenshotUpload requestClientScreenshot'.split(
    ' ',
  ),
)

/** Handlers of what a user types. */
const typing = /^on(key(down|press|up)|input|paste|copy)$/

/** Lists of functions that only hidden code uses by a computed key. */
const functionLists = new Set(['_G', 'os', 'io', 'debug', 'module:child_process', 'module:vm'])

function createHooks(machineOf: () => Machine, memory: Memory, sight: Sight): Hooks {
  let depth = 0
  return {
    call,
    member,
    assign,
    table: (value, place) => checkList(value, place, sight),
    compare: (left, right, place) => checkComparison(left, right, place, sight),
    applied: (fn, made) => addCall(sight, fn, made),
    global: () => undefined,
  }

  function call(ref: string | undefined, made: Call): Value {
    const { callee, args } = made
    const key = callee.object ? callee.key : undefined
    const object = callee.object?.value
    const { applyTo, setVariable } = machineOf()
    const apply = (value: Value, others: readonly Value[]): Value => {
      if (depth > 8) return unknown
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
        (all, value) =>
          join(all, {
            bits: (value.bits & (lasting | from.charCode)) | (bitsOf(value) & (from.private | from.secret)),
          }),
        nothing,
      )
      if (added.bits !== 0) setVariable(machineOf().lookup(target.name), added)
    }
    if (key !== undefined && object?.table && collected) {
      for (const value of args) setField(object.table, undefined, value, memory)
    }
    if (ref === undefined && key === undefined && callee.value.refs === undefined && callee.isCall) {
      // The result of a call is called: load(…)().
      return withBits(unknown, callee.value.bits & lasting)
    }
    return evaluateCall(ref, key, { call: made, args, ref: ref ?? key ?? '', sight, apply, callBack }, object)
  }

  function member(object: Value, key: string | undefined, keyValue: Value, place: Place): Value {
    checkPlayerKey(keyValue, object, place, sight)
    if (key === undefined && sight.side !== 'client' && object.refs?.includes('exports'))
      checkExport(keyValue, place, sight)
    const list = object.refs?.find((ref) => functionLists.has(ref))
    if (list !== undefined) sight.isInteresting = true
    if (list !== undefined) checkGlobal(keyValue, place, sight, list)
    else checkMember(keyValue, place, sight)
    if (key === undefined) {
      const isRows = object.refs?.includes(rows) === true
      const other =
        list === undefined ? (isRows ? refTo(rows, from.unknown) : unknown) : refTo('#any', from.unknown)
      const element = join(elementOf(object), other)
      // One of several names, and this one among them.
      return !sight.isLua && keyValue.text === 'constructor' && list === undefined
        ? join(element, refTo('#Function'))
        : element
    }
    const index = Number(key)
    const { table } = object
    if (table && !sight.isLua && Number.isInteger(index))
      return table.items[index] ?? table.fields.get(key) ?? table.rest
    return memberOf(object, key, memory, sight)
  }

  function assign(target: Operand, value: Value, isDeclared: boolean): void {
    const name = target.name ?? target.key ?? ''
    checkAlias(name, value, target, sight)
    const { object } = target
    const isGlobal = object !== undefined || (!isDeclared && target.id === target.name)
    if (isGlobal && !value.refs?.includes(name)) checkReplaced(name, object?.value, target, sight)
    if (object?.value.refs?.some((ref) => /^require\.extensions$|\._extensions$/.test(ref)))
      sight.report('runs-computed-code', 'medium', target, 'files of another kind are run by require')
    if (!object) return
    const { refs, bits } = object.value
    if (!sight.isLua) checkElement(object.value, name, value, target, sight)
    if (refs?.some((ref) => ref === 'exports' || ref === 'module.exports'))
      sight.fact('exports', target, name)
    if (refs?.some((ref) => /^GlobalState$|\.state$/.test(ref))) checkShared(value, target, sight)
    const isTyped = !sight.isLua && typing.test(name) && value.fns !== undefined
    if (isTyped) sight.isInteresting = true
    const given = isTyped ? from.private : refs?.includes('exports') ? from.otherResource : bits & lasting
    if (given !== 0)
      for (const fn of value.fns ?? [])
        for (const ids of fn.params)
          for (const id of ids) machineOf().setVariable(id, { bits: given | from.unknown })
  }
}
