import type { Binary, Binding, Call, Const, Expr, Member, Name, Unary } from '#analysis/ir/ir.ts'
import { callMeta, callValue, dispatch } from './calls.ts'
import type { Engine } from './engine.ts'
import { evaluateAssign, isOrdered } from './assign.ts'
import { elementOf, type Instance } from './heap.ts'
import { evaluateClass, evaluateTable, functionValue } from './constructions.ts'
import { callOwn, globalValue, iterate, readMember } from './members.ts'
import { settled } from './promises.ts'
import {
  isIdentifier,
  ownSecret,
  reversedSecret,
  secretFile,
  typedSecret,
} from '#analysis/knowledge/names.ts'
import { binary, combine } from './operators.ts'
import { emitAt, type Frame } from './frame.ts'
import { boundsOf } from './bounds.ts'
import { evaluateLogical } from './logical.ts'
import { computed } from './payments.ts'
import { compared } from './questions.ts'
import { isDecided, settleCheck } from './sender.ts'
import { pause } from './races.ts'
import { unpack } from './unpack.ts'
import {
  constant,
  has,
  isConstant,
  join,
  lasting,
  negated,
  nothing,
  numberOf,
  origin,
  refTo,
  textOf,
  unknown,
  withOrigins,
  type Constant,
  type Value,
} from './value.ts'

export function evaluate(frame: Frame, expr: Expr): Value {
  const { engine, fn } = frame
  engine.spend(1)
  switch (expr.type) {
    case 'const':
      if (expr.value === null || expr.value === undefined) return nothing
      return evaluateConst(frame, expr, expr.value)
    case 'regex':
      if (secretPattern.test(expr.pattern)) engine.mentions.file = true
      emitAt(frame, 'literal', expr, 'regex', [constant(expr.pattern)])
      return { origins: 0, refs: ['#regex'], constants: [expr.pattern.replaceAll(/\\(\W)/g, '$1')] }
    case 'name':
      return settleCheck(readName(frame, expr))
    case 'member':
      return evaluateMember(frame, expr).value
    case 'call':
      return evaluateCall(frame, expr)
    case 'fn': {
      const value = functionValue(engine, fn, expr)
      for (const one of value.functions ?? []) {
        if (frame.isChecked) one.isMadeChecked = true
        one.prices = boundsOf(frame.prices)
      }
      return value
    }
    case 'class':
      return evaluateClass(frame, expr)
    case 'table':
      return evaluateTable(frame, expr)
    case 'unary': {
      const operand = evaluate(frame, expr.operand)
      const kept = operand.origins & (lasting | origin.check)
      const meta = fn.file.language === 'lua' ? unaryOperators[expr.operator] : undefined
      if (meta !== undefined) callMeta(frame, operand, meta, [operand], expr)
      switch (expr.operator) {
        case 'await':
          if (!has(operand, origin.stored)) pause(frame)
          callOwn(frame, operand, 'then', [unknown, unknown], expr)
          return settled(engine, operand)
        case 'yield':
        case 'yield*':
          engine.write(fn.returns, expr.operator === 'yield' ? operand : iterate(frame, operand))
          return unknown
        case 'not':
          return {
            origins: negated(operand) | (isDecided(operand) ? origin.sent : 0),
            constants: [true, false],
          }
        case '-': {
          const number = numberOf(operand)
          return number === undefined || has(operand, origin.unknown)
            ? { origins: kept | origin.unknown }
            : constant(-number, operand.origins)
        }
        case '+': {
          const number = Number(textOf(operand))
          return Number.isNaN(number)
            ? withOrigins(operand, origin.unknown)
            : constant(number, operand.origins)
        }
        default:
          return { origins: (kept & origin.check) | origin.unknown }
      }
    }
    case 'binary':
      return evaluateBinary(frame, expr)
    case 'logical':
      return evaluateLogical(frame, expr)
    case 'conditional': {
      const condition = evaluate(frame, expr.condition)
      const outer = frame.isChecked
      frame.isChecked = outer || has(condition, origin.check | origin.checkedIfTrue)
      const whenTrue = evaluate(frame, expr.whenTrue)
      frame.isChecked = outer || has(condition, origin.check | origin.checkedIfFalse)
      const value = join(whenTrue, evaluate(frame, expr.whenFalse))
      frame.isChecked = outer
      return withOrigins(value, condition.origins & origin.check)
    }
    case 'template':
      return expr.parts.reduce<Value>((text, part, index) => {
        const value = evaluate(frame, part)
        return index === 0
          ? value.constants
            ? value
            : combine(constant(''), '..', value)
          : combine(text, '..', value)
      }, constant(''))
    case 'sequence':
      return expr.expressions.reduce<Value>((_, one) => evaluate(frame, one), nothing)
    case 'assign':
      return evaluateAssign(frame, expr)
    case 'spread': {
      const value = evaluate(frame, expr.value)
      return expr.kind === 'results' ? value : elementOf(value, engine.read)
    }
    case 'import': {
      const source = evaluate(frame, expr.source)
      return callValue(frame, { origins: 0, refs: ['import'] }, [source], undefined, expr)
    }
    default:
      return expr satisfies never
  }
}

function evaluateConst(frame: Frame, expr: Const, constantValue: Constant): Value {
  const { engine } = frame
  if (typeof constantValue === 'string') noteText(engine, constantValue)
  const value = engine.constant(constantValue)
  if (engine.isEmitting && typeof constantValue !== 'boolean') emitAt(frame, 'literal', expr, '', [value])
  return expr.isHash && !isIdentifier(String(constantValue)) ? unknown : value
}

const secretPattern = /server\S{0,8}cfg|secrets?\S{0,8}cfg|admins\S{0,4}json|txData/i

function noteText({ mentions, isEmitting }: Engine, text: string): void {
  if (isEmitting || text.length > 100) return
  if (text.length < 60 && (ownSecret.test(text) || reversedSecret.test(text))) mentions.setting = true
  if (secretFile.test(text)) mentions.file = true
}

/** The values of a list, where a Spread is each of its elements. */
export function evaluateList(frame: Frame, list: readonly Expr[]): Value[] {
  const { engine } = frame
  if (!list.some(({ type }) => type === 'spread')) return list.map((expr) => evaluate(frame, expr))
  return list.flatMap((expr) => {
    if (expr.type !== 'spread') return [evaluate(frame, expr)]
    const value = evaluate(frame, expr.value)
    if (expr.kind === 'results') return [value]
    const [object] = value.objects ?? []
    const items = value.objects?.length === 1 && object && object.rest.value === nothing ? object.items() : []
    const values = items.length > 0 && items.length <= 4096 ? items.map(engine.read) : [iterate(frame, value)]
    return values.map((one) => withOrigins(one, value.origins & lasting))
  })
}

function readName(frame: Frame, { name, binding }: Name): Value {
  const { engine, fn } = frame
  let value: Value
  if (!binding) value = globalValue(engine, fn.file, name)
  else {
    value = frame.locals.get(binding) ?? valueOfCell(frame, binding)
    if (value.objects && frame.noTables?.has(binding)) {
      const { objects: _tables, ...others } = value
      value = others
    }
  }
  if (typedSecret.test(name)) value = withOrigins(value, origin.private)
  if (/xor/i.test(name) && !value.refs) value = { ...value, refs: ['#xor'] }
  return value
}

function valueOfCell({ engine, fn }: Frame, binding: Binding): Value {
  const value = engine.read(fn.cellOf(binding))
  if (value !== nothing || !isParameter(fn, binding)) return value
  return isIndexKey(fn, binding) ? refTo('#index', origin.unknown) : unknown
}

/** A parameter that is assigned has the value of the call until then, on each path. */
export function readParameters(frame: Frame): void {
  const { parameters, rest, receiver, argumentList } = frame.fn.node
  for (const binding of [...parameters, rest, receiver, argumentList])
    if (binding && isOrdered(frame.fn, binding)) frame.locals.set(binding, valueOfCell(frame, binding))
}

/** The key that a table is asked for, if no place is known that asks. */
const isIndexKey = ({ isIndex, node }: Instance, binding: Binding): boolean =>
  isIndex && node.parameters[1] === binding

function isParameter(fn: Instance, binding: Binding): boolean {
  let scope: Instance | undefined = fn
  while (scope && scope.node.id !== binding.fn) scope = scope.parent
  const node = scope?.node
  return (
    node !== undefined &&
    (node.parameters.includes(binding) ||
      node.rest === binding ||
      node.receiver === binding ||
      node.argumentList === binding)
  )
}

export function evaluateMember(frame: Frame, node: Member): { object: Value; key: Value; value: Value } {
  const { object, key } = node
  const holder = evaluate(frame, object)
  const name = evaluate(frame, key)
  return {
    object: holder,
    key: name,
    value: settleCheck(readMember(frame, holder, name, node, key.type === 'const')),
  }
}

export function evaluateCall(frame: Frame, node: Call): Value {
  let callee: Value
  let object: Value | undefined
  let key: string | undefined
  if (node.callee.type === 'member') {
    const member = evaluateMember(frame, node.callee)
    callee = member.value
    object = member.object
    key = textOf(member.key)
    if (key === undefined && has(member.key, origin.sent) && isOpaque(object) && !callee.functions)
      emitAt(frame, 'act', node, 'any function', [member.key], { detail: 'any-method' })
  } else callee = evaluate(frame, node.callee)
  const args = evaluateList(frame, node.arguments)
  frame.called = []
  const unpacked = node.callee.type === 'fn' ? unpack(node.callee, args) : undefined
  if (unpacked) return unpacked
  if (node.callee.type === 'name') key ??= node.callee.name
  if (node.callee.type === 'name' && node.callee.binding && !callee.functions) key = node.callee.name
  return settleCheck(dispatch(frame, { callee, object, key, args, node }))
}

/** What the program does not make itself: a player, or a framework. */
const isOpaque = ({ objects, functions, refs, origins }: Value): boolean =>
  !objects && !functions && !refs?.some((ref) => !ofFramework.test(ref)) && (origins & origin.sent) === 0
const ofFramework = /^(vRP|ESX|QBCore|QBCore\.Functions|VORPcore|MySQL|Ox)$/
const comparing = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'instanceof'])

/** What a table does instead of the operator. */
const operators: Partial<Record<Binary['operator'], string>> = {
  '..': '__concat',
  '+': '__add',
  '-': '__sub',
  '*': '__mul',
  '/': '__div',
  '//': '__idiv',
  '%': '__mod',
  '**': '__pow',
  '&': '__band',
  '|': '__bor',
  '^': '__bxor',
  '<<': '__shl',
  '>>': '__shr',
  '==': '__eq',
  '!=': '__eq',
  '<': '__lt',
  '<=': '__le',
  '>': '__lt',
  '>=': '__le',
}

const unaryOperators: Partial<Record<Unary['operator'], string>> = {
  '-': '__unm',
  '#': '__len',
  '~': '__bnot',
}

/** `not group == 'admin'` compares true or false with a text. */
const isNeverEqual = ({ operator, operands }: Binary, values: readonly Value[]): boolean =>
  /^[=!]=$/.test(operator) &&
  operands.some((operand) => operand.type === 'unary' && operand.operator === 'not') &&
  values.some((value) => isConstant(value) && value.constants?.every((item) => typeof item !== 'boolean'))

function evaluateBinary(frame: Frame, node: Binary): Value {
  const { fn } = frame
  const values = node.operands.map((operand) => evaluate(frame, operand))
  const isComparison = comparing.has(node.operator)
  if (isComparison || node.operator === '-') emitAt(frame, 'compares', node, node.operator, values)
  const operator = fn.file.language === 'lua' ? operators[node.operator] : undefined
  let result = binary(values, node.operator)
  if (operator !== undefined)
    for (const value of values)
      result = join(result, callMeta(frame, value, operator, values, node) ?? nothing)
  // A web request that knows the key of the server: no constant of the code, which everyone can read.
  const isKey = isComparison && node.operands.every(({ type }) => type !== 'const')
  if (isKey && values.some((value) => has(value, origin.web))) result = withOrigins(result, origin.check)
  const [left = nothing, right = nothing] = values
  if (isNeverEqual(node, values)) result = constant(node.operator === '!=')
  else result = isComparison ? compared(frame, node.operator, values, result) : computed(values, result)
  if (node.operator === 'instanceof') callOwn(frame, right, 'Symbol.hasInstance', [left], node)
  const text = textOf(result)
  if (text !== undefined && has(result, origin.hidden)) emitAt(frame, 'folded', node, node.operator, [result])
  return result
}
