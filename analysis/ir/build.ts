import {
  levelsMax,
  type Assign,
  type Binary,
  type Binding,
  type Call,
  type Const,
  type Expr,
  type Fn,
  type Lowered,
  type Member,
  type Name,
  type Program,
  type Span,
  type Stmt,
} from './ir.ts'
import { lineOf } from '#analysis/lines.ts'
import { CodeSyntaxError, tooDeep } from '#analysis/syntax/code-syntax-error.ts'

/** Where names are declared. The chain of scopes ends at the file. */
export type Scope = {
  parent: Scope | null
  /** The id of the function that the scope belongs to. */
  fn: number
  names: Map<string, Binding>
  /** This scope declares the `this` and `arguments` of the function. */
  isFunction: boolean
  isStrict: boolean
  /** The object of a `with`: its fields come before the names around it. */
  withObject: Binding | null
}

/** The functions and bindings of a program, and the nodes that both languages need. */
export function createBuilder() {
  const program: Program = { functions: [], bindings: [], constants: [] }
  let levels = 0
  return { program, openFunction, declare, remember, resolve, nested, levels: () => levels, update }

  /** The body is empty at first: statements are added to it. */
  function openFunction(span: Span): Fn {
    const fn: Fn = {
      type: 'fn',
      ...spanOf(span),
      id: program.functions.length,
      parameters: [],
      rest: null,
      receiver: null,
      argumentList: null,
      isGenerator: false,
      body: [],
    }
    program.functions.push(fn)
    return fn
  }

  function declare(scope: Scope, name: string): Binding {
    const binding = addBinding(scope.fn, name)
    scope.names.set(name, binding)
    return binding
  }

  function addBinding(fn: number, name: string): Binding {
    const binding = { id: program.bindings.length, name, fn, isCaptured: false, writes: 0 }
    program.bindings.push(binding)
    return binding
  }

  /** Assigns a value to a binding without a name. */
  function remember(scope: Scope, value: Expr): { name: Name; assignment: Assign } {
    const name: Name = { type: 'name', ...spanOf(value), name: '', binding: addBinding(scope.fn, '') }
    return { name, assignment: assign(value, [name], [value]) }
  }

  /** Null is a global. */
  function resolve(scope: Scope, name: string): Binding | null {
    for (let each: Scope | null = scope; each; each = each.parent) {
      let binding = each.names.get(name)
      if (!binding && name === 'arguments' && each.isFunction) {
        binding = declare(each, name)
        const fn = program.functions[each.fn]
        if (fn) fn.argumentList = binding
      }
      if (!binding) continue
      if (binding.fn !== scope.fn) binding.isCaptured = true
      return binding
    }
    return null
  }

  /** Limits how deep the tree is. */
  function nested<Result>(span: Span, lower: () => Result): Result {
    if (++levels > levelsMax) throw tooDeep(span.start)
    const result = lower()
    levels--
    return result
  }

  /** `target operator= value`, where reading the target twice may not call a function twice. */
  function update(scope: Scope, span: Span, target: Name | Member, combine: (read: Expr) => Expr): Expr {
    if (target.type === 'name' || (isPlain(target.object) && isPlain(target.key)))
      return assign(span, [target], [combine(target)])
    const object = remember(scope, target.object)
    const key = remember(scope, target.key)
    const member: Member = { ...target, object: object.name, key: key.name }
    const expressions = [object.assignment, key.assignment, assign(span, [member], [combine(member)])]
    return { type: 'sequence', ...spanOf(span), expressions }
  }
}

export function openScope(parent: Scope | null, fn = parent?.fn ?? 0): Scope {
  const isStrict = parent?.isStrict ?? false
  return { parent, fn, names: new Map(), isFunction: false, isStrict, withObject: null }
}

export function assign(span: Span, targets: (Name | Member)[], values: Expr[]): Assign {
  for (const target of targets) if (target.type === 'name' && target.binding) target.binding.writes++
  return { type: 'assign', ...spanOf(span), targets, values }
}

/** Lowers a text; what its grammar rejects and a limit that it reaches are problems. */
export function lowerWithin(text: string, lower: () => Program): Lowered {
  try {
    return { program: lower(), problem: null }
  } catch (error) {
    const rejected = error instanceof RangeError ? tooDeep(0) : error
    if (!(rejected instanceof CodeSyntaxError)) throw error
    const { start, kind } = rejected
    const message = (kind === 'does-not-parse' ? noText(text, start) : undefined) ?? rejected.message
    return { program: null, problem: { kind, start, line: lineOf(text, start), message } }
  }
}

/** Bytes that are no text are best said so, whatever the grammar expected. */
function noText(text: string, at: number): string | undefined {
  const character = text.slice(at, at + 1)
  if (!/^[\p{Cc}\uFFFD]$/u.test(character) || /^\s$/.test(character)) return undefined
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `a character that is no text (U+${code})`
}

export const spanOf = ({ start, end }: Span): Span => ({ start, end })

export const constant = (span: Span, value: Const['value']): Const => ({
  type: 'const',
  ...spanOf(span),
  value,
})

export const globalName = (span: Span, name: string): Name => ({
  type: 'name',
  ...spanOf(span),
  name,
  binding: null,
})

export const nameOf = (span: Span, binding: Binding): Name => ({
  type: 'name',
  ...spanOf(span),
  name: binding.name,
  binding,
})

export const member = (span: Span, object: Expr, key: string | number): Member => ({
  type: 'member',
  ...spanOf(span),
  object,
  key: constant(span, key),
})

export const call = (span: Span, callee: Expr, values: Expr[], isMethod = false): Call => ({
  type: 'call',
  ...spanOf(span),
  callee,
  isMethod,
  isNew: false,
  arguments: values,
})

export const binary = (span: Span, operator: Binary['operator'], ...operands: Expr[]): Binary => ({
  type: 'binary',
  ...spanOf(span),
  operator,
  operands,
})

export function statement(expression: Expr): Stmt {
  return { type: 'expression', ...spanOf(expression), expression }
}

/** `-1` is a number. */
export function negate(span: Span, operand: Expr): Expr {
  if (operand.type === 'const' && typeof operand.value === 'number') return constant(span, -operand.value)
  return { type: 'unary', ...spanOf(span), operator: '-', operand }
}

/** Reading it calls nothing (a getter aside). */
function isPlain(expression: Expr): boolean {
  if (expression.type === 'member') return isPlain(expression.object) && isPlain(expression.key)
  return expression.type === 'name' || expression.type === 'const'
}
