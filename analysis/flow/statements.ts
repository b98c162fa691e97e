import type { Binding, Each, Expr, If, Loop, Stmt } from '#analysis/ir/ir.ts'
import { functionLists } from '#analysis/knowledge/dangerous.ts'
import { findKnowledge } from '#analysis/knowledge/knowledge.ts'
import { callValue } from './calls.ts'
import type { Engine } from './engine.ts'
import { emitAt, type Frame } from './frame.ts'
import { assignBinding, resultAt } from './assign.ts'
import { evaluate, evaluateList, readParameters } from './evaluate.ts'
import { Cell, elementOf, type Instance } from './heap.ts'
import { iterate, readMember, writeMember } from './members.ts'
import { constant, has, join, nothing, origin, unknown, withOrigins, type Value } from './value.ts'

export function runFunction(engine: Engine, fn: Instance): void {
  engine.spend(1)
  const frame: Frame = {
    engine,
    fn,
    locals: new Map(),
    isChecked: false,
    isEndChecked: false,
    prices: fn.prices,
    exits: [],
    depth: 0,
    called: [],
    evaluate,
    evaluateList,
    callValue,
    readMember,
    writeMember,
  }
  readParameters(frame)
  fn.mayEnd = run(frame, fn.node.body)
  engine.setCheck(fn, frame.isCheck === true)
}

/** Whether the end of the list is reached. */
function run(frame: Frame, list: readonly Stmt[]): boolean {
  const { isChecked: outer, prices } = frame
  let isReached = true
  for (const statement of list) {
    if (!isReached && statement.type !== 'label') continue
    frame.engine.spend(1)
    isReached = step(frame, statement)
  }
  frame.isEndChecked = frame.isChecked
  frame.isChecked = outer
  frame.endPrices = frame.prices
  frame.prices = prices
  return isReached
}

function step(frame: Frame, statement: Stmt): boolean {
  switch (statement.type) {
    case 'expression':
      frame.unused = statement.expression
      evaluate(frame, statement.expression)
      return true
    case 'if':
      return runIf(frame, statement)
    case 'loop':
      return runLoop(frame, statement)
    case 'each':
      runEach(frame, statement)
      return true
    case 'switch': {
      const subject = evaluate(frame, statement.subject)
      for (const { test } of statement.cases) if (test) evaluate(frame, test)
      const before = frame.locals
      const isChecked = frame.isChecked
      frame.isChecked ||= has(subject, origin.check)
      frame.exits.push([])
      const ends: Map<Binding, Value>[] = [before]
      for (const { body } of statement.cases) {
        frame.locals = new Map(before)
        run(frame, body)
        ends.push(frame.locals)
      }
      frame.locals = joinLocals(frame, [...ends, ...(frame.exits.pop() ?? [])])
      frame.isChecked = isChecked
      return true
    }
    case 'return': {
      const { engine, fn } = frame
      const [first] = statement.values
      if (first) {
        let all = nothing
        for (const [position, one] of statement.values.entries()) {
          const value = evaluate(frame, one)
          if (frame.isChecked) frame.isCheck = true
          all = join(all, value)
          if (one.type === 'spread') engine.write((fn.anyResult ??= new Cell()), value)
          else if (fn.file.language === 'lua') engine.write(fn.resultAt(position), value)
        }
        engine.write(fn.returns, all)
      } else if (frame.isChecked) frame.isCheck = true
      return false
    }
    case 'throw': {
      frame.engine.write((frame.fn.thrown ??= new Cell()), evaluate(frame, statement.value))
      return false
    }
    case 'jump':
      frame.exits.at(-1)?.push(new Map(frame.locals))
      return false
    case 'label':
      return true
    case 'block':
      frame.exits.push([])
      run(frame, statement.body)
      frame.locals = joinLocals(frame, [frame.locals, ...(frame.exits.pop() ?? [])])
      return true
    case 'try': {
      const before = new Map(frame.locals)
      let isReached = run(frame, statement.body)
      if (statement.handler) {
        const { parameter, body } = statement.handler
        const after = frame.locals
        frame.locals = joinLocals(frame, [before, after])
        if (parameter) {
          const thrown = frame.engine.read((frame.fn.thrown ??= new Cell()))
          assignBinding(frame, parameter, join(thrown, unknown))
        }
        isReached = run(frame, body) || isReached
        frame.locals = joinLocals(frame, [after, frame.locals])
      }
      return run(frame, statement.finalizer) && isReached
    }
    default:
      return statement satisfies never
  }
}

function runIf(frame: Frame, { condition, body, otherwise, start, end }: If): boolean {
  const value = evaluate(frame, condition)
  const isCheck = has(value, origin.check)
  const isChecked = frame.isChecked
  const before = new Map(frame.locals)
  frame.isChecked = isChecked || has(value, origin.check | origin.checkedIfTrue)
  const { prices } = frame
  emitAt(frame, 'compares', { start, end }, 'if', [value])
  const isBodyEnded = !run(frame, body)
  const isBodyChecked = isBodyEnded || frame.isEndChecked
  const afterBody = frame.locals
  const ofBody = frame.endPrices
  frame.locals = before
  frame.isChecked = isChecked || has(value, origin.check | origin.checkedIfFalse)
  const table = tableAsked(frame.engine, condition)
  const isNew = table !== undefined && frame.noTables?.has(table) !== true
  if (isNew) (frame.noTables ??= new Set()).add(table)
  const isOtherEnded = !run(frame, otherwise)
  if (isNew) frame.noTables?.delete(table)
  const isOtherChecked = isOtherEnded || frame.isEndChecked
  // Either way something was paid.
  const ofOther = frame.endPrices
  if (isBodyEnded) frame.prices = ofOther
  else if (isOtherEnded || (ofBody !== prices && ofOther !== prices)) frame.prices = ofBody
  if (isBodyEnded && isOtherEnded) return false
  if (!isBodyEnded) frame.locals = isOtherEnded ? afterBody : joinLocals(frame, [afterBody, frame.locals])
  // After a check, what follows runs only if it was (not) met.
  frame.isChecked = isChecked || (isCheck ? isBodyEnded || isOtherEnded : isBodyChecked && isOtherChecked)
  return true
}

/** The local of which `type(local) == 'table'` asks, if it has one value. */
function tableAsked(engine: Engine, condition: Expr): Binding | undefined {
  if (condition.type !== 'binary' || condition.operator !== '==') return undefined
  const [call, kind] = condition.operands
  const isTable = call?.type === 'call' && kind?.type === 'const' && kind.value === 'table'
  if (!isTable || !isBuiltIn(engine, call.callee, 'type')) return undefined
  const [asked] = call.arguments
  return asked?.type === 'name' && asked.binding && asked.binding.writes <= 1 ? asked.binding : undefined
}

const nestedMax = 3

/** Runs a body as often as its own results can change its locals. */
function repeat(frame: Frame, body: () => void): void {
  const isChecked = frame.isChecked
  const before = new Map(frame.locals)
  frame.exits.push([])
  frame.depth++
  if (frame.depth <= nestedMax) {
    frame.engine.silent++
    body()
    frame.engine.silent--
    frame.locals = joinLocals(frame, [before, frame.locals, ...(frame.exits.at(-1) ?? [])])
    markCounters(frame.locals, before)
  }
  body()
  frame.depth--
  frame.locals = joinLocals(frame, [before, frame.locals, ...(frame.exits.pop() ?? [])])
  frame.isChecked = isChecked
}

/** What a loop counts has more values than those of its first rounds. */
function markCounters(locals: Map<Binding, Value>, before: ReadonlyMap<Binding, Value>): void {
  for (const [binding, value] of locals) {
    const known = before.get(binding)
    const isCounted =
      value.constants?.some((item) => typeof item === 'number') === true &&
      value.constants.length > (known?.constants?.length ?? 0)
    if (isCounted) locals.set(binding, withOrigins(value, origin.unknown))
  }
}

function runLoop(frame: Frame, loop: Loop): boolean {
  const { condition, isConditionFirst, body, update } = loop
  repeat(frame, () => {
    frame.isWaiting = true
    if (condition && isConditionFirst) check(frame, condition)
    frame.isWaiting = false
    run(frame, body)
    if (update) evaluate(frame, update)
    frame.isWaiting = true
    if (condition && !isConditionFirst) evaluate(frame, condition)
    frame.isWaiting = false
  })
  emitAt(frame, 'loop', loop, '', [], { loop })
  return true
}

function check(frame: Frame, condition: Expr): void {
  if (has(evaluate(frame, condition), origin.check | origin.checkedIfTrue)) frame.isChecked = true
}

function runEach(frame: Frame, { kind, targets, subject, body }: Each): void {
  const { engine } = frame
  const [key, element] = targets
  const isPairs = key && element && isPairsOf(engine, subject)
  const { language } = frame.fn.file
  frame.called = []
  const results = evaluateList(frame, subject)
  const { called } = frame
  // The iterator, its state and the value that it starts with.
  const values =
    called.length > 0 && results.length === 1 && subject[0]?.type === 'spread'
      ? [0, 1, 2].map((position) => resultAt(engine, called, position, results[0] ?? nothing))
      : results
  const [first = nothing, second] = values
  repeat(frame, () => {
    let keys = nothing
    let elements: Value
    if (kind !== 'iterator') elements = kind === 'keys' ? keysOf(frame, first) : iterate(frame, first)
    else if (first.functions ?? first.refs?.some((ref) => findKnowledge(ref, language)?.does))
      elements = callValue(frame, first, values.slice(1), undefined, subject[0])
    else {
      // `next, t`, or `pairs(t)`, which returns the table.
      const table = first.refs?.includes('next') ? (second ?? nothing) : first
      elements = elementOf(table, engine.read)
      keys = keysOf(frame, table)
      const kept = table.refs?.filter((ref) => ref.startsWith('#') || functionLists.has(ref)) ?? []
      if (kept.length > 0)
        elements = join(elements, {
          origins: 0,
          refs: kept.map((ref) => (functionLists.has(ref) ? '#any' : ref)),
        })
      const list = kept.find((ref) => functionLists.has(ref))
      if (list !== undefined && subject[0])
        emitAt(frame, 'looks-inside', subject[0], list === '_G' ? 'next' : `next of ${list}`, values)
    }
    if (isPairs) (frame.pairs ??= new Map()).set(key, { element, tables: first })
    for (const [index, target] of targets.entries()) {
      const isKey = kind === 'iterator' && targets.length > 1 && index === 0 && !first.functions
      assignBinding(frame, target, isKey ? keys : elements)
    }
    run(frame, body)
  })
}

function isPairsOf(engine: Engine, [subject]: Each['subject']): boolean {
  const call = subject?.type === 'spread' ? subject.value : subject
  return call?.type === 'call' && isBuiltIn(engine, call.callee, 'pairs')
}

/** A function of the language, which the program does not replace. */
function isBuiltIn(engine: Engine, callee: Expr, name: string): boolean {
  const isNamed = callee.type === 'name' && callee.name === name && !callee.binding
  return isNamed && engine.read(engine.global(name)) === nothing
}

const keysMax = 64
function keysOf({ engine }: Frame, value: Value): Value {
  let keys: Value = { origins: origin.unknown | (value.origins & origin.many) }
  for (const object of value.objects ?? []) {
    engine.read(object.shape)
    for (const key of object.fields.keys().take(keysMax)) keys = join(keys, constant(key))
  }
  return withOrigins(keys, value.origins & ~origin.hidden)
}

function joinLocals({ engine }: Frame, all: readonly Map<Binding, Value>[]): Map<Binding, Value> {
  const [first = new Map<Binding, Value>(), ...others] = all
  const joined = new Map(first)
  for (const other of others) {
    engine.spend(other.size >> 2)
    for (const [binding, value] of other) {
      const known = joined.get(binding)
      joined.set(binding, known ? join(known, value) : value)
    }
  }
  return joined
}
