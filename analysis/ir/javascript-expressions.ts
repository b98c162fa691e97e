import type * as js from 'acorn'

import { binary, call, constant, globalName, member, negate, spanOf, type Scope } from './build.ts'
import {
  lowerKey,
  lowerName,
  lowerPattern,
  lowerSuper,
  lowerSuperclass,
  lowerTarget,
  lowerThis,
  rememberOnce,
  type Lowering,
} from './javascript-lowering.ts'
import type { Expr, Table, TableEntry } from './ir.ts'

export function lowerExpression(lowering: Lowering, node: js.Expression, scope: Scope): Expr {
  const { expression } = lowering
  const span = spanOf(node)
  switch (node.type) {
    case 'Identifier':
      return lowerName(lowering, span, node.name, scope)
    case 'Literal': {
      if (node.regex) return { type: 'regex', ...span, pattern: node.regex.pattern }
      const { value } = node
      if (typeof value === 'bigint') return constant(span, Number(value))
      // A regular expression that the engine of the analysis does not know has no value, but a pattern.
      return constant(span, typeof value === 'object' ? null : value)
    }
    case 'ThisExpression':
      return lowerThis(lowering, span, scope)
    case 'ArrayExpression': {
      const entries = node.elements.map((element): TableEntry => ({
        kind: 'item',
        value: element ? lowerArgument(lowering, element, scope) : constant(span, undefined),
      }))
      return { type: 'table', ...span, form: 'array', entries }
    }
    case 'ObjectExpression':
      return lowerObject(lowering, node, scope)
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return lowering.namedFn(node, scope)
    case 'ClassExpression':
      return lowering.class(node, scope)
    case 'UnaryExpression': {
      const operand = expression(node.argument, scope)
      if (node.operator === '-') return negate(span, operand)
      const operator = node.operator === '!' ? 'not' : node.operator
      return { type: 'unary', ...span, operator, operand }
    }
    case 'AwaitExpression':
      return { type: 'unary', ...span, operator: 'await', operand: expression(node.argument, scope) }
    case 'YieldExpression': {
      const operand = node.argument ? expression(node.argument, scope) : constant(span, undefined)
      return { type: 'unary', ...span, operator: node.delegate ? 'yield*' : 'yield', operand }
    }
    case 'UpdateExpression': {
      const { argument } = node
      if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression')
        return expression(argument, scope)
      const target = lowerTarget(lowering, argument, scope)
      const operator = node.operator === '++' ? '+' : '-'
      return lowering.update(scope, span, target, (read) => binary(span, operator, read, constant(span, 1)))
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return lowerOperators(lowering, node, scope)
    case 'AssignmentExpression':
      return lowerAssignment(lowering, node, scope)
    case 'MemberExpression':
      return lowerMember(lowering, node, scope)
    case 'ConditionalExpression':
      return {
        type: 'conditional',
        ...span,
        condition: expression(node.test, scope),
        whenTrue: expression(node.consequent, scope),
        whenFalse: expression(node.alternate, scope),
      }
    case 'CallExpression':
      return lowerCall(lowering, node, scope)
    case 'NewExpression': {
      const values = lowerArguments(lowering, node.arguments, scope)
      return { ...call(span, expression(node.callee, scope), values), isNew: true }
    }
    case 'SequenceExpression':
      return {
        type: 'sequence',
        ...span,
        expressions: node.expressions.map((each) => expression(each, scope)),
      }
    case 'TemplateLiteral':
      return lowerTemplate(lowering, node, scope)
    case 'TaggedTemplateExpression': {
      const callee = expression(node.tag, scope)
      const values = node.quasi.expressions.map((each) => expression(each, scope))
      return call(span, callee, [textsOf(node.quasi), ...values])
    }
    case 'MetaProperty':
      return globalName(span, `${node.meta.name}.${node.property.name}`)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return expression(node.expression, scope)
    case 'ImportExpression': {
      const module: Expr = { type: 'import', ...span, source: expression(node.source, scope) }
      if (!node.options) return module
      return { type: 'sequence', ...span, expressions: [expression(node.options, scope), module] }
    }
    default:
      return node satisfies never
  }
}

function lowerMember(
  lowering: Lowering,
  { object, property, computed, ...place }: js.MemberExpression,
  scope: Scope,
): Expr {
  const holder =
    object.type === 'Super' ? lowerSuper(lowering, object, scope) : lowering.expression(object, scope)
  return {
    type: 'member',
    ...spanOf(place),
    object: holder,
    key: lowerKey(lowering, property, computed, scope),
  }
}

function lowerCall(lowering: Lowering, node: js.CallExpression, scope: Scope): Expr {
  const { callee } = node
  const values = () => lowerArguments(lowering, node.arguments, scope)
  if (callee.type === 'Super' || (callee.type === 'MemberExpression' && callee.object.type === 'Super')) {
    const called =
      callee.type === 'Super'
        ? lowerSuperclass(lowering, callee, scope)
        : lowerMember(lowering, callee, scope)
    const receiver = lowerThis(lowering, callee.type === 'Super' ? callee : callee.object, scope)
    return call(node, member(callee, called, 'call'), [receiver, ...values()])
  }
  const target = lowering.expression(callee, scope)
  return call(node, target, values())
}

function lowerArguments(
  lowering: Lowering,
  nodes: readonly (js.Expression | js.SpreadElement)[],
  scope: Scope,
): Expr[] {
  return nodes.map((node) => lowerArgument(lowering, node, scope))
}

function lowerArgument({ expression }: Lowering, node: js.Expression | js.SpreadElement, scope: Scope): Expr {
  if (node.type !== 'SpreadElement') return expression(node, scope)
  return { type: 'spread', ...spanOf(node), kind: 'list', value: expression(node.argument, scope) }
}

function lowerObject(lowering: Lowering, node: js.ObjectExpression, scope: Scope): Table {
  const entries = node.properties.map((property): TableEntry => {
    if (property.type === 'SpreadElement')
      return { kind: 'copy', value: lowering.expression(property.argument, scope) }
    const key = lowerKey(lowering, property.key, property.computed, scope)
    if (property.kind !== 'init' && property.value.type === 'FunctionExpression')
      return { kind: property.kind, key, value: lowering.fn(property.value, scope) }
    return { kind: 'field', key, value: lowering.expression(property.value, scope) }
  })
  return { type: 'table', ...spanOf(node), form: 'object', entries }
}

/** Chains of one operator, which the parser nests, are one node. */
function lowerOperators(
  lowering: Lowering,
  node: Extract<js.Expression, { type: 'BinaryExpression' | 'LogicalExpression' }>,
  scope: Scope,
): Expr {
  const { operator } = node
  const operands: Expr[] = []
  const rights = [node.right]
  let rest: typeof node.left | js.Expression = node.left
  if (node.type === 'LogicalExpression' || chained.has(operator))
    while (rest.type === node.type && rest.operator === operator) {
      rights.push(rest.right)
      rest = rest.left
    }
  operands.push(
    rest.type === 'PrivateIdentifier' ? constant(rest, `#${rest.name}`) : lowering.expression(rest, scope),
    ...rights.toReversed().map((each) => lowering.expression(each, scope)),
  )
  if (node.type === 'LogicalExpression')
    return { type: 'logical', ...spanOf(node), operator: node.operator, operands }
  return binary(
    node,
    node.operator === '===' ? '==' : node.operator === '!==' ? '!=' : node.operator,
    ...operands,
  )
}

const chained: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>'])

function lowerAssignment(lowering: Lowering, node: js.AssignmentExpression, scope: Scope): Expr {
  const { operator, left } = node
  if (operator === '=' && (left.type === 'ObjectPattern' || left.type === 'ArrayPattern')) {
    const { source, first } = rememberOnce(lowering, lowering.expression(node.right, scope), scope)
    const expressions = [...first, ...lowerPattern(lowering, left, source, scope), source]
    return { type: 'sequence', ...spanOf(node), expressions }
  }
  if (operator === '=') {
    const value = lowering.expression(node.right, scope)
    const [first, ...others] = lowerPattern(lowering, left, value, scope)
    return first && others.length === 0 ? { ...first, ...spanOf(node) } : constant(node, undefined)
  }
  const target = lowerTarget(lowering, left, scope)
  const value = lowering.expression(node.right, scope)
  return lowering.update(scope, node, target, (read) => {
    const joined = joins.get(operator)
    if (joined) return { type: 'logical', ...spanOf(node), operator: joined, operands: [read, value] }
    return binary(node, updates.get(operator) ?? '+', read, value)
  })
}

const updates = new Map(
  (['+', '-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '|', '^'] as const).map((each) => [
    `${each}=`,
    each,
  ]),
)

const joins = new Map((['&&', '||', '??'] as const).map((each) => [`${each}=`, each]))

function lowerTemplate({ expression }: Lowering, node: js.TemplateLiteral, scope: Scope): Expr {
  const parts = node.quasis.flatMap((text, index): Expr[] => {
    const following = node.expressions[index]
    const cooked = text.value.cooked ?? ''
    return [
      ...(cooked === '' && node.quasis.length > 1 ? [] : [constant(text, cooked)]),
      ...(following ? [expression(following, scope)] : []),
    ]
  })
  return { type: 'template', ...spanOf(node), parts }
}

/** The first argument of a tag: the texts between the expressions, with the field `raw`. */
function textsOf({ quasis, ...place }: js.TemplateLiteral): Table {
  const tableOf = (texts: Expr[], fields: TableEntry[]): Table => ({
    type: 'table',
    ...spanOf(place),
    form: 'array',
    entries: [...texts.map((value): TableEntry => ({ kind: 'item', value })), ...fields],
  })
  const raw = tableOf(
    quasis.map((text) => constant(text, text.value.raw)),
    [],
  )
  return tableOf(
    quasis.map((text) => constant(text, text.value.cooked ?? undefined)),
    [{ kind: 'field', key: constant(place, 'raw'), value: raw }],
  )
}
