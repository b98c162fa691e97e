import type { Binding, Expr, Fn, Lowered, Stmt, TableEntry } from './ir.ts'

/** The lines of a program, for tests and for reading: `a#1` is the binding with the id 1. */
export function writeProgram({ program, problem }: Lowered): string[] {
  if (!program) return [`${problem.kind}, line ${problem.line}: ${problem.message}`]
  return (program.functions[0]?.body ?? []).flatMap(write)
}

const indent = (body: readonly Stmt[]): string[] => body.flatMap(write).map((line) => `  ${line}`)
const list = (expressions: readonly Expr[]): string => expressions.map(express).join(', ')
const bound = ({ name, id }: Binding): string => `${name}#${id}`

function write(node: Stmt): string[] {
  switch (node.type) {
    case 'expression':
      return express(node.expression).split('\n')
    case 'if': {
      const otherwise = node.otherwise.length > 0 ? ['} else {', ...indent(node.otherwise)] : []
      return [`if ${express(node.condition)} {`, ...indent(node.body), ...otherwise, '}']
    }
    case 'loop': {
      const condition = node.condition ? ` ${express(node.condition)}` : ''
      const update = node.update ? `; ${express(node.update)}` : ''
      const head = `loop${node.isConditionFirst ? condition : ''}${update} {`
      return [head, ...indent(node.body), node.isConditionFirst ? '}' : `} while${condition}`]
    }
    case 'each': {
      const head = `each ${node.targets.map(bound).join(', ')}`
      return [`${head} ${node.kind} ${list(node.subject)} {`, ...indent(node.body), '}']
    }
    case 'switch': {
      const cases = node.cases.flatMap(({ test, body }) => [
        test ? `case ${express(test)}:` : 'default:',
        ...indent(body),
      ])
      return [`switch ${express(node.subject)} {`, ...cases, '}']
    }
    case 'return':
      return `return ${list(node.values)}`.trim().split('\n')
    case 'throw':
      return [`throw ${express(node.value)}`]
    case 'jump':
      return ['jump']
    case 'label':
      return ['label']
    case 'block':
      return [`{`, ...indent(node.body), '}']
    default: {
      const { handler, finalizer } = node
      const parameter = handler?.parameter ? ` ${bound(handler.parameter)}` : ''
      const caught = handler ? [`} catch${parameter} {`, ...indent(handler.body)] : []
      const last = finalizer.length > 0 ? ['} finally {', ...indent(finalizer)] : []
      return ['try {', ...indent(node.body), ...caught, ...last, '}']
    }
  }
}

function express(node: Expr): string {
  switch (node.type) {
    case 'const':
      return node.isHash ? `\`${String(node.value)}\`` : (JSON.stringify(node.value) ?? 'undefined')
    case 'regex':
      return `/${node.pattern}/`
    case 'name':
      return node.binding ? bound(node.binding) : node.name
    case 'member': {
      const { object, key } = node
      const isWord =
        key.type === 'const' && /^#?\w+$/.test(String(key.value)) && typeof key.value === 'string'
      return isWord ? `${express(object)}.${String(key.value)}` : `${express(object)}[${express(key)}]`
    }
    case 'call': {
      const { callee } = node
      const isMethod = node.isMethod && callee.type === 'member'
      const target = isMethod
        ? `${express(callee.object)}:${callee.key.type === 'const' ? String(callee.key.value) : ''}`
        : express(callee)
      return `${node.isNew ? 'new ' : ''}${target}(${list(node.arguments)})`
    }
    case 'fn':
      return writeFunction(node)
    case 'class': {
      const superclass = node.superclass ? ` extends ${express(node.superclass)}` : ''
      const members = node.members.map(
        ({ kind, isStatic, key, value }) =>
          `${isStatic ? 'static ' : ''}${kind} [${express(key)}] ${writeFunction(value)}`,
      )
      const parts = [`constructor ${writeFunction(node.construct)}`, ...members]
      const lines = parts.flatMap((part) => part.split('\n')).map((line) => `  ${line}`)
      return [`class${superclass} {`, ...lines, '}'].join('\n')
    }
    case 'table':
      return node.form === 'array'
        ? `[${node.entries.map(writeEntry).join(', ')}]`
        : `{${node.entries.map(writeEntry).join(', ')}}`
    case 'unary':
      return `(${node.operator} ${express(node.operand)})`
    case 'binary':
    case 'logical':
      return `(${node.operands.map(express).join(` ${node.operator} `)})`
    case 'conditional':
      return `(${express(node.condition)} ? ${express(node.whenTrue)} : ${express(node.whenFalse)})`
    case 'template':
      return `template(${list(node.parts)})`
    case 'sequence':
      return `(${list(node.expressions)})`
    case 'assign':
      return `${list(node.targets)} = ${list(node.values)}`
    case 'spread':
      return `...${node.kind} ${express(node.value)}`
    default:
      return `import(${express(node.source)})`
  }
}

function writeEntry(entry: TableEntry): string {
  if (entry.kind === 'item') return express(entry.value)
  if (entry.kind === 'copy') return `copy ${express(entry.value)}`
  const key = entry.key.type === 'const' ? express(entry.key) : `[${express(entry.key)}]`
  return `${entry.kind === 'field' ? '' : `${entry.kind} `}${key}: ${express(entry.value)}`
}

function writeFunction(node: Fn): string {
  const rest = node.rest ? [`...${bound(node.rest)}`] : []
  const parameters = [...node.parameters.map(bound), ...rest].join(', ')
  return [`fn${node.id}${node.isGenerator ? '*' : ''}(${parameters}) {`, ...indent(node.body), '}'].join('\n')
}
