import type { LuaToken } from '#analysis/syntax/lua-lexer.ts'

const continuing = new Set(['and', 'or', 'then', 'do', 'in', 'else', 'elseif', 'until', 'end'])
const opening = new Set(['(', '{', '[', 'function', 'do', 'if', 'repeat'])
const closing = new Set([')', '}', ']', 'end', 'until'])

export function isCallStart(token: LuaToken | undefined): boolean {
  return token?.t === 'str' || (token?.t === 'op' && (token.v === '(' || token.v === '{'))
}

export function isStatementStart(token: LuaToken | undefined): boolean {
  if (!token) return true
  return token.t === 'name'
    ? !continuing.has(token.v)
    : token.t === 'op' && (token.v === ';' || token.v === '::')
}

export function isExpressionEnd(token: LuaToken | undefined): boolean {
  return isStatementStart(token) || (token?.t === 'op' && ',)}]'.includes(token.v))
}

export function depthChange({ t, v }: LuaToken): number {
  if (t === 'str') return 0
  return opening.has(v) ? 1 : closing.has(v) ? -1 : 0
}
