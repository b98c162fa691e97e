import type * as js from 'acorn'

import { namesIn } from './javascript-lowering.ts'

type Node = js.Statement | js.ModuleDeclaration

/** A declaration behind `export` counts as the declaration itself. */
export function declarationOf(node: Node): Node {
  if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportDefaultDeclaration') return node
  const { declaration } = node
  const isNamed =
    (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') &&
    declaration.id !== null
  if (isNamed || declaration?.type === 'VariableDeclaration') return declaration
  return node
}

const namesOf = ({ declarations }: js.VariableDeclaration): string[] =>
  declarations.flatMap(({ id }) => namesIn(id))

/** The names of `let`, `const`, `class`, `import` and, in strict code, functions, which belong to the block itself. */
export function blockNames(nodes: readonly Node[], isStrict: boolean): string[] {
  return nodes.flatMap((each) => {
    const node = declarationOf(each)
    switch (node.type) {
      case 'VariableDeclaration':
        return node.kind === 'var' ? [] : namesOf(node)
      case 'ClassDeclaration':
        return [node.id.name]
      case 'FunctionDeclaration':
        return isStrict ? [node.id.name] : []
      case 'ImportDeclaration':
        return node.specifiers.map(({ local }) => local.name)
      default:
        return []
    }
  })
}

/** The names of `const` and `class`. */
export function constantNames(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'ClassDeclaration') return [node.id.name]
    return node.type === 'VariableDeclaration' && node.kind === 'const' ? namesOf(node) : []
  })
}

/** The names that belong to the whole function: `var`, and functions in code that is not strict. */
export function functionNames(nodes: readonly Node[], isStrict: boolean): string[] {
  const names: string[] = []
  const open: (Node | null | undefined)[] = [...nodes]
  for (let each = open.pop(); open.length > 0 || each; each = open.pop()) {
    if (!each) continue
    const node = declarationOf(each)
    switch (node.type) {
      case 'VariableDeclaration':
        if (node.kind === 'var') names.push(...namesOf(node))
        break
      case 'FunctionDeclaration':
        if (!isStrict) names.push(node.id.name)
        break
      case 'IfStatement':
        open.push(node.consequent, node.alternate)
        break
      case 'ForStatement':
        if (node.init?.type === 'VariableDeclaration') open.push(node.init)
        open.push(node.body)
        break
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type === 'VariableDeclaration') open.push(node.left)
        open.push(node.body)
        break
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'LabeledStatement':
      case 'WithStatement':
        open.push(node.body)
        break
      case 'BlockStatement':
        open.push(...node.body)
        break
      case 'SwitchStatement':
        open.push(...node.cases.flatMap(({ consequent }) => consequent))
        break
      case 'TryStatement':
        open.push(node.block, node.handler?.body, node.finalizer)
        break
      default:
    }
  }
  return names
}
