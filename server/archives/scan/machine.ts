import { spend } from './budget.ts'
import {
  addElement,
  createFrame,
  functionAt,
  hasGrown,
  returned,
  setField,
  tableAt,
  type Call,
  type Frame,
  type Hooks,
  type Memory,
  type Operand,
} from './frames.ts'
import {
  combine,
  comparisons,
  constantOf,
  elementOf,
  from,
  join,
  nothing,
  unknown,
  type Fn,
  type Value,
  type VariableId,
} from './values.ts'

/**
 * Reads the expressions and statements of a file without running them: a stack of frames, one for each open bracket,
 * block and function. Each token is handled once per round, and a call is evaluated when its bracket closes.
 */
const itemsMax = 4096
const localsMax = 2000
export const depthMax = 1000

export type Machine = ReturnType<typeof createMachine>

export function createMachine(memory: Memory, hooks: Hooks, isLua: boolean) {
  const { variables, source } = memory
  const { budget, base, suffix, locals } = source
  const bindings = new Map<string, VariableId>()
  let top: Frame = createFrame('statements', '', { at: 0, line: 1 })
  const frames: Frame[] = [top]
  const scopes: Frame[] = [top]

  return {
    frames,
    top: () => top,
    operand,
    separate,
    operator,
    finishItem,
    endStatement,
    assignment,
    open,
    close: closeFrames,
    closeTop,
    declare,
    lookup,
    openFunction,
    functionAt: (at: number, line: number): Fn => functionAt(at, line, memory),
    applyTo,
    setVariable,
    idAt: (at: number): number => base + at,
    isStatement,
  }

  function isStatement(): boolean {
    return top.kind === 'statements' || top.kind === 'function'
  }

  function operand(next: Operand): void {
    separate()
    if (top.cur) operator('juxtaposed')
    top.cur = next
  }

  /** Two values side by side: the second one is a part of the next statement, and evaluated after this one. */
  function separate(): void {
    while (top.kind === 'arrow' && top.cur) closeTop()
    if (top.cur && isStatement()) endStatement()
    else if (top.cur && top.kind === 'object') finishItem()
  }

  function operator(name: string): void {
    // A sign or `not`.
    if (!top.cur) return
    top.acc = top.acc ? calculate(top.acc, top.cur) : top.cur.value
    top.cur = undefined
    top.op = name
  }

  function takeOperand(): Operand | undefined {
    const { cur, acc } = top
    if (!cur && !acc) return undefined
    top.cur = undefined
    top.acc = undefined
    if (!acc) return cur
    return { value: cur ? calculate(acc, cur) : acc, at: top.at, line: top.line }
  }

  function calculate(left: Value, right: Operand): Value {
    if (comparisons.has(top.op) || top.op === '-') hooks.compare(left, right.value, right)
    return combine(left, top.op, right.value)
  }

  function finishItem(): void {
    const item = takeOperand()
    if (!item) return
    if (top.targets && !(isLua && isStatement())) {
      for (const target of top.targets) assign(target, item.value)
      top.targets = undefined
      top.compound = ''
    }
    if (top.kind === 'table' || top.kind === 'object') addElement(top, item, isLua)
    else if (top.items.length < itemsMax) top.items.push(item)
  }

  function assignment(compound = ''): void {
    if (isLua && isStatement()) {
      finishItem()
      top.targets = top.items
      top.items = []
    } else {
      const target = takeOperand()
      if (target) (top.targets ??= []).push(target)
    }
    top.compound = compound
  }

  function endStatement(): void {
    finishItem()
    const { items, targets, declares } = top
    if (targets) {
      for (const [index, target] of targets.entries()) {
        const last = items.at(-1)
        assign(target, items[index]?.value ?? (last?.isCall || last?.name === '...' ? last.value : nothing))
      }
      top.targets = undefined
    } else if (declares) for (const item of items) if (item.name !== undefined) declare(item.name, item.at)
    if (top.returns) addReturn(items)
    if (items.length > 0) top.items = []
    top.compound = ''
    top.declares = false
    top.returns = false
    top.takesElements = false
    top.isNew = false
  }

  function addReturn(items: Operand[]): void {
    const fn = top.owner
    if (fn) for (const { value } of items) returnFrom(fn, value)
    else if (isLua && suffix !== '') for (const { value } of items) setVariable(returned + suffix, value)
  }

  function returnFrom(fn: Fn, value: Value): void {
    const returns = join(fn.returns, value)
    if (returns === fn.returns) return
    if (hasGrown(fn.returns, returns)) memory.hasChanged = true
    fn.returns = returns
  }

  function assign(target: Operand, given: Value): void {
    let value = given
    // for i = 1, 10 do; for (const a of b)
    if (top.takesElements) value = isLua ? unknown : elementOf(given)
    if (top.compound !== '') value = combine(target.value, top.compound, value)
    if (target.pattern) {
      for (const [key, part] of target.pattern)
        assign(part, hooks.member(value, key, { bits: 0, text: key }, part))
      return
    }
    hooks.assign(target, value, top.declares)
    if (target.object) assignField(target.object, target.key, value)
    else if (target.name !== undefined)
      setVariable(top.declares ? declare(target.name, target.at) : lookup(target.name), value)
  }

  function assignField(object: Operand, key: string | undefined, value: Value): void {
    let { table } = object.value
    if (!table) {
      table = tableAt(object.at, memory)
      if (table && object.name !== undefined) {
        const id = lookup(object.name)
        setVariable(id, join(variables.get(id) ?? nothing, { ...object.value, table }))
      }
    }
    if (table) setField(table, key, value, memory)
  }

  function open(kind: Frame['kind'], end: string, place: { at: number; line: number }): Frame {
    const opened = createFrame(kind, end, place)
    if (kind === 'table' || kind === 'object') {
      const table = tableAt(place.at, memory)
      if (table) {
        table.items = []
        opened.table = table
      }
      opened.pattern = []
    }
    opened.owner = top.owner
    frames.push(opened)
    if (kind === 'function' || kind === 'arrow' || (isLua && kind === 'statements')) scopes.push(opened)
    top = opened
    return opened
  }

  /** Closes the innermost frame with this end, and everything within it that was left open. */
  function closeFrames(end: string): Frame | undefined {
    for (let at = frames.length - 1; at > 0; at--) {
      spend(1)
      if (frames[at]?.close !== end) continue
      while (frames.length > at + 1) closeTop()
      return closeTop()
    }
    return undefined
  }

  /** The value of the frame becomes an operand of the frame around it. */
  function closeTop(): Frame {
    endItems()
    const closed = top
    for (const [name, before] of closed.bound?.reverse() ?? []) {
      if (before === undefined) bindings.delete(name)
      else bindings.set(name, before)
    }
    frames.pop()
    if (closed.fn) closed.fn.end = memory.position
    if (scopes.at(-1) === closed) scopes.pop()
    top = frames.at(-1) ?? closed
    const { at, line, items } = closed
    if (closed.kind === 'call' && closed.callee) {
      const { callee } = closed
      const args = items.map(({ value }) => value)
      const last = items.at(-1)
      // As many arguments as the function has parameters.
      if (last?.name === '...') args.push(last.value, last.value, last.value)
      const call: Call = { callee, args, operands: items, at: callee.at, line, isNew: closed.isNew }
      top.cur = { value: applyTo(callee.value, call), at, line, args: items, isCall: true, callee }
    } else if (closed.kind === 'index') closeIndex(closed)
    else if (closed.kind === 'group') {
      const inner = items.length === 1 ? items[0] : undefined
      const value = items.at(-1)?.value ?? nothing
      operand({ value, at, line, args: items, ...(inner?.isCall && { isCall: true }) })
    } else if (closed.kind === 'table' || closed.kind === 'object') {
      const { table } = closed
      // A table that holds a secret is one, also within another table.
      const value: Value = table ? { bits: elementOf({ bits: 0, table }).bits & from.secret, table } : unknown
      hooks.table(value, closed)
      operand({ value, at, line, ...(closed.pattern && { pattern: closed.pattern }) })
    } else if (closed.fn && !closed.isDeclaration)
      operand({ value: { bits: 0, fns: [closed.fn] }, at: closed.fn.at, line: closed.fn.line })
    return closed
  }

  function endItems(): void {
    if (top.kind === 'arrow') top.returns = true
    if (isStatement() || top.kind === 'arrow') endStatement()
    else finishItem()
  }

  function closeIndex({ callee, items, at, line }: Frame): void {
    const keyValue = items.at(-1)?.value ?? nothing
    if (!callee) {
      // The key of a table: [key] = value.
      top.key = keyValue
      return
    }
    const key = (keyValue.bits & from.unknown) === 0 ? constantOf(keyValue) : undefined
    const value = hooks.member(callee.value, key, keyValue, { at, line })
    top.cur = { value, at: callee.at, line, object: callee, ...(key !== undefined && { key }) }
  }

  function applyTo(callee: Value, call: Call): Value {
    spend(1 + call.args.length)
    let result = nothing
    for (const fn of callee.fns ?? []) {
      hooks.applied(fn, call)
      result = join(result, applyFn(fn, call.args))
    }
    for (const ref of callee.refs ?? (callee.fns ? [] : [undefined]))
      result = join(result, hooks.call(ref, call) ?? nothing)
    return result
  }

  function applyFn(fn: Fn, args: readonly Value[]): Value {
    for (const [index, value] of args.entries()) {
      const ids = fn.params[Math.min(index, fn.params.length - 1)]
      if (!ids || (index >= fn.params.length && fn.restFrom < 0)) break
      for (const id of ids) setVariable(id, ids.length > 1 ? elementOf(value) : value)
    }
    return fn.returns
  }

  function declare(name: string, at: number): VariableId {
    const scope = scopes.at(-1)
    // Names of the whole file are found before their declaration as well.
    if (!scope || scopes.length === 1) {
      if (suffix !== '') locals.add(name)
      return name + suffix
    }
    const id = base + at
    bind(scope, name, id)
    const fn = scope.fn
    if (fn && !isLua && fn.locals.size < localsMax) fn.locals.set(name, id)
    return id
  }

  function bind(scope: Frame, name: string, id: VariableId): void {
    ;(scope.bound ??= []).push([name, bindings.get(name)])
    bindings.set(name, id)
  }

  function lookup(name: string): VariableId {
    return bindings.get(name) ?? (locals.has(name) ? name + suffix : name)
  }

  function setVariable(id: VariableId, value: Value): void {
    const old = variables.get(id)
    if (!old) budget.objects--
    const joined = old ? join(old, value) : value
    if (joined === old) return
    if (hasGrown(old ?? nothing, joined)) memory.hasChanged = true
    variables.set(id, joined)
  }

  function openFunction(fn: Fn, end: string, names: readonly (readonly [string, VariableId])[]): Frame {
    const isArrow = end === ''
    const opened = open(isArrow ? 'arrow' : 'function', end, fn)
    opened.fn = fn
    opened.owner = fn
    spend(fn.locals.size)
    for (const [name, id] of fn.locals) bind(opened, name, id)
    for (const [name, id] of names) bind(opened, name, id)
    return opened
  }
}
