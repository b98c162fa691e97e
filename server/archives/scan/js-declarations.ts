import type { Operand } from './frames.ts'
import type { JsToken } from './js-lexer.ts'
import type { Machine } from './machine.ts'
import type { SyntaxContext } from './lua-syntax.ts'
import { refTo, type VariableId } from './values.ts'

/** `function name(a, { b }, ...c)`, up to the brace of its body. */
export function readFunction(start: JsToken, { machine, next }: SyntaxContext<JsToken>): void {
  const fn = machine.functionAt(start.at, start.line)
  let name: JsToken | undefined
  let token = next()
  for (; token && token.v !== '('; token = next()) if (token.t === 'name') name = token
  fn.params = []
  const names: [string, VariableId][] = []
  let ids: VariableId[] = []
  let isDefault = false
  let depth = 1
  for (token = next(); token; token = next()) {
    const { t, v } = token
    if (t === 'op' && (v === '(' || v === '{' || v === '[')) depth++
    else if (t === 'op' && (v === ')' || v === '}' || v === ']')) {
      depth--
      if (depth === 0) break
    } else if (v === ',') {
      isDefault = false
      if (depth === 1) {
        fn.params.push(ids)
        ids = []
      }
    } else if (v === '=') isDefault = true
    else if (v === '...') fn.restFrom = fn.params.length
    else if (t === 'name' && !isDefault) {
      const id = machine.idAt(token.at)
      ids.push(id)
      names.push([v, id])
    }
  }
  fn.params.push(ids)
  while (token && token.v !== '{') token = next()
  const isStatement =
    machine.isStatement() &&
    !machine.top().targets &&
    !machine.top().returns &&
    !machine.top().acc &&
    !machine.top().cur
  if (name && isStatement) {
    machine.setVariable(machine.declare(name.v, name.at), { bits: 0, fns: [fn] })
  } else if (name) names.push([name.v, machine.lookup(name.v)])
  machine.openFunction(fn, '}', names).isDeclaration = name !== undefined && isStatement
}

/** `import a, { b as c } from 'module'`. False for `import(…)` and `import.meta`. */
export function readImport(
  start: JsToken,
  { machine, next, variable, literal, member }: SyntaxContext<JsToken>,
  handleOperator: (token: JsToken) => void,
): boolean {
  let previous = ''
  const first = next()
  if (!first) return true
  if (first.v === '(' || first.v === '.') {
    machine.operand({ value: refTo('import'), at: start.at, line: start.line, name: 'import' })
    handleOperator(first)
    return true
  }
  const names: [imported: string, local: JsToken][] = []
  let token: JsToken | undefined = first
  let isInBraces = false
  for (; token && token.t !== 'str' && token.v !== ';'; token = next()) {
    const last = names.at(-1)
    if (token.v === '{') isInBraces = true
    else if (token.v === '}') isInBraces = false
    else if (previous === 'as' && last) last[1] = token
    else if (
      token.t === 'name' &&
      token.v !== 'as' &&
      token.v !== 'from' &&
      token.v !== 'type' &&
      names.length < 500
    )
      names.push([isInBraces ? token.v : '', token])
    else if (token.v === '*') names.push(['', token])
    previous = token.v
  }
  // `import type` loads nothing.
  if (token?.t !== 'str' || first.v === 'type') return true
  const call = {
    callee: variable('require', start),
    args: [literal(token)],
    operands: [],
    at: start.at,
    line: start.line,
    isNew: false,
  }
  const module = machine.applyTo(refTo('require'), call)
  const source: Operand = { value: module, at: token.at, line: token.line }
  for (const [imported, local] of names) {
    const value = imported === '' ? module : member(source, imported, token).value
    machine.setVariable(machine.declare(local.v, local.at), value)
  }
  return true
}

/** The names of a parameter, which may be a pattern. */
export function collectNames(
  param: Operand,
  ids: VariableId[],
  names: [string, VariableId][],
  { idAt }: Pick<Machine, 'idAt'>,
): void {
  if (ids.length >= 64) return
  if (param.pattern) for (const [, part] of param.pattern) collectNames(part, ids, names, { idAt })
  else if (param.name !== undefined) {
    const id = idAt(param.at)
    ids.push(id)
    names.push([param.name, id])
  }
}
