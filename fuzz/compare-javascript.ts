import { compileFunction, Script } from 'node:vm'

import { parseSync } from 'oxc-parser'

import type { Program } from '#analysis/ir/ir.ts'
import { lowerJavaScript } from '#analysis/ir/lower-javascript.ts'
import { CodeSyntaxError } from '#analysis/syntax/code-syntax-error.ts'
import { parseJavaScript } from '#analysis/syntax/javascript-parser.ts'

const goals = ['script', 'commonjs', 'module'] as const
type Goal = (typeof goals)[number]
type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** What oxc and the analysis say about a text that differs: whether it is a program, and its calls, names and texts. */
export function compareJavaScript(text: string): { differences: string[]; isProgram: boolean } {
  const differences: string[] = []
  let tree: unknown
  for (const goal of goals) {
    // Comments of HTML are none in modules: `a <!--b` is a comparison there, which oxc rejects.
    if (goal === 'module' && /<!--|-->/.test(text)) continue
    const rejection = rejectionOf(text, goal)
    // oxc reads no regular expressions.
    if (rejection?.startsWith('invalid regular expression')) continue
    const isOwn = rejection === undefined
    const { program, errors } = parseSync('a.js', text, {
      sourceType: goal,
      lang: 'js',
      preserveParens: false,
      showSemanticErrors: true,
    })
    if (isOwn !== (errors.length === 0) && isOwn !== isCompiled(text, goal))
      differences.push(
        `${goal}: ${isOwn ? `only oxc rejects it: ${errors[0]?.message}` : `only oxc accepts it: ${rejection}`}`,
      )
    if (isOwn) tree ??= program
  }
  if (tree !== undefined) {
    const { program, problem } = lowerJavaScript(text)
    if (program) differences.push(...compareTrees(tree, program))
    else if (problem.kind === 'does-not-parse') differences.push(`no tree: ${problem.message}`)
  }
  return { differences, isProgram: tree !== undefined }
}

/** What V8 says, which decides where oxc and the analysis differ. Nothing is run. */
function isCompiled(text: string, goal: Goal): boolean | undefined {
  if (goal === 'module') return undefined
  try {
    if (goal === 'script') void new Script(text)
    else compileFunction(text)
    return true
  } catch {
    return false
  }
}

function rejectionOf(text: string, goal: Goal): string | undefined {
  try {
    parseJavaScript(text, [goal])
    return undefined
  } catch (error) {
    if (!(error instanceof CodeSyntaxError)) throw error
    return error.message
  }
}

function compareTrees(tree: unknown, program: Program): string[] {
  const expected = factsOfTree(tree)
  const ours = factsOfProgram(program)
  return [
    ...[...expected.places].filter((place) => !ours.places.has(place)).map((place) => `missing: ${place}`),
    ...[...ours.places]
      .filter((place) => !expected.places.has(place) && !expected.implied.has(place))
      .map((place) => `added: ${place}`),
    ...[...expected.texts]
      .filter((one) => !ours.texts.has(one))
      .map((one) => `missing: ${JSON.stringify(one)}`),
  ]
}

const kinds = new Map([
  ['CallExpression', 'call'],
  ['NewExpression', 'call'],
  ['TaggedTemplateExpression', 'call'],
  ['ImportExpression', 'import'],
  ['FunctionExpression', 'fn'],
  ['FunctionDeclaration', 'fn'],
  ['ArrowFunctionExpression', 'fn'],
])

/** A constant in the tree of the analysis, and the function of a class. */
const withoutName = new Set(['undefined', 'constructor'])

/** Fields that the analysis leaves out: labels, and the attributes of imports. */
const skipped = new Set(['label', 'attributes', 'imported'])

function factsOfTree(tree: unknown) {
  const places = new Set<string>()
  const implied = new Set<string>()
  const texts = new Set<string>()
  walk(tree, (node) => {
    const { type, start, end } = node
    const kind = kinds.get(type)
    if (kind !== undefined) places.add(`${kind} ${start}-${end}`)
    // Constructors without a text, static blocks and `export *` are calls or functions, too.
    for (const one of ['call', 'fn']) implied.add(`${one} ${start}-${end}`)
    implied.add(`import ${start}-${end}`)
    if (type === 'Literal' && typeof node['value'] === 'string') texts.add(node['value'])
    if (type === 'Identifier' && typeof node['name'] === 'string' && !withoutName.has(node['name']))
      texts.add(node['name'])
    if (type === 'TemplateElement') texts.add(cookedOf(node))
    return [...skipped, ...unusedFields(node)]
  })
  texts.delete('')
  return { places, implied, texts }
}

/**
 * `import.meta`, a name without a value, and a condition that always holds, are nothing in the tree of the analysis.
 */
function unusedFields({ type, id, init, test }: Node): string[] {
  if (type === 'MetaProperty') return ['meta', 'property']
  if (type === 'VariableDeclarator' && init === null && typeOf(id) === 'Identifier') return ['id']
  const isLoop = type === 'WhileStatement' || type === 'DoWhileStatement' || type === 'ForStatement'
  return isLoop && typeOf(test) === 'Literal' ? ['test'] : []
}

const typeOf = (value: unknown): string =>
  value !== null && typeof value === 'object' && isNode(value) ? value.type : ''

function cookedOf({ value }: Node): string {
  return value !== null && typeof value === 'object' && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : ''
}

function factsOfProgram(program: Program) {
  const places = new Set<string>()
  const texts = new Set(program.bindings.map(({ name }) => name))
  walk(program.functions, ({ type, start, end, name, value }) => {
    if (type === 'call' || type === 'fn' || type === 'import') places.add(`${type} ${start}-${end}`)
    if (type === 'name' && typeof name === 'string') texts.add(name)
    if (type === 'const' && typeof value === 'string') texts.add(value)
    return ['binding', 'parameters', 'targets'].filter((key) => type !== 'assign' || key === 'binding')
  })
  return { places, texts }
}

/** Visits each node once; `visit` names the fields that are left out. */
function walk(root: unknown, visit: (node: Node) => readonly string[]): void {
  const seen = new Set<unknown>()
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (value === null || typeof value !== 'object' || seen.has(value)) continue
    seen.add(value)
    if (Array.isArray(value)) {
      open.push(...value)
      continue
    }
    const without = isNode(value) ? visit(value) : []
    for (const [key, field] of Object.entries(value)) if (!without.includes(key)) open.push(field)
  }
}

const isNode = (value: object): value is Node => 'type' in value && typeof value.type === 'string'
