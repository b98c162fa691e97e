import type { Program as Tree } from 'acorn'

import { parseJavaScript } from '#analysis/syntax/javascript-parser.ts'

import { createBuilder, lowerWithin, openScope, type Scope } from './build.ts'
import { blockNames, constantNames, functionNames } from './javascript-hoisting.ts'
import { lowerExpression } from './javascript-expressions.ts'
import { lowerClass, lowerFunction, lowerNamedFunction } from './javascript-functions.ts'
import type { Lowering } from './javascript-lowering.ts'
import { lowerStatements } from './javascript-statements.ts'
import type { Lowered, Program } from './ir.ts'

/** Lowers a file: a script or CommonJS module, else an ECMAScript module, unless it says that it is one. */
export function lowerJavaScript(text: string, kind: 'script' | 'module' = 'script'): Lowered {
  const goals = kind === 'module' ? (['module', 'script', 'commonjs'] as const) : undefined
  return lowerWithin(text, () => lowerTree(text, parseJavaScript(text, goals)))
}

function lowerTree(text: string, tree: Tree): Program {
  const builder = createBuilder()
  const lowering: Lowering = {
    ...builder,
    expression: (node, scope) => builder.nested(node, () => lowerExpression(lowering, node, scope)),
    statements: (nodes, scope) => lowerStatements(lowering, nodes, scope, scope === file && isGlobal),
    fn: (node, scope) => lowerFunction(lowering, node, scope),
    namedFn: (node, scope) => lowerNamedFunction(lowering, node, scope),
    class: (node, scope) => lowerClass(lowering, node, scope),
  }
  const main = builder.openFunction({ start: 0, end: text.length })
  const file: Scope = openScope(null, main.id)
  const isGlobal = tree.sourceType === 'script'
  file.isStrict =
    tree.sourceType === 'module' ||
    tree.body.some((node) => 'directive' in node && node.directive === 'use strict')
  if (isGlobal) builder.program.constants.push(...constantNames(tree.body))
  else
    for (const name of [...functionNames(tree.body, file.isStrict), ...blockNames(tree.body, file.isStrict)])
      if (!file.names.has(name)) builder.declare(file, name)
  main.body = lowering.statements(tree.body, file)
  return builder.program
}
