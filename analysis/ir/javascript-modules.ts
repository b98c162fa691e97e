import type * as js from 'acorn'

import { assign, call, constant, globalName, member, statement, type Scope } from './build.ts'
import type { Expr, Span, Stmt } from './ir.ts'
import { plainName, type Lowering } from './javascript-lowering.ts'

type Named = { type: 'Identifier'; name: string } | { type: 'Literal'; value?: unknown }
const nameIn = (node: Named): string => (node.type === 'Identifier' ? node.name : String(node.value))

/** What a file exports are fields of `module.exports`, however it says so. */
const exportsOf = (span: Span): Expr => member(span, globalName(span, 'module'), 'exports')

export const exportAs = (span: Span, name: string, value: Expr): Stmt =>
  statement(assign(span, [member(span, exportsOf(span), name)], [value]))

const imported = (source: Span & { value?: unknown }): Expr => ({
  type: 'import',
  start: source.start,
  end: source.end,
  source: constant(source, String(source.value)),
})

export function lowerImport(lowering: Lowering, node: js.ImportDeclaration, scope: Scope): Stmt[] {
  const { name, assignment } = lowering.remember(scope, imported(node.source))
  const names = node.specifiers.map((each) => {
    const target = plainName(lowering, each.local, each.local.name, scope)
    const value =
      each.type === 'ImportNamespaceSpecifier'
        ? name
        : member(each, name, each.type === 'ImportSpecifier' ? nameIn(each.imported) : 'default')
    return statement(assign(each, [target], [value]))
  })
  return [statement(assignment), ...names]
}

/** `export * from`, which copies all exports, and `export * as name from`. */
export function lowerExportAll(node: js.ExportAllDeclaration): Stmt {
  const value = imported(node.source)
  if (node.exported) return exportAs(node, nameIn(node.exported), value)
  return statement(call(node, member(node, globalName(node, 'Object'), 'assign'), [exportsOf(node), value]))
}

/** `export { a as b }`, also from another module. */
export function lowerExportNames(
  lowering: Lowering,
  { specifiers, source }: js.ExportNamedDeclaration,
  scope: Scope,
): Stmt[] {
  const from = source ? lowering.remember(scope, imported(source)) : undefined
  const names = specifiers.map((each) => {
    const local = nameIn(each.local)
    const value = from ? member(each, from.name, local) : plainName(lowering, each, local, scope)
    return exportAs(each, nameIn(each.exported), value)
  })
  return from ? [statement(from.assignment), ...names] : names
}
