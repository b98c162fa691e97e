import type { LuaToken } from '#analysis/syntax/lua-lexer.ts'

import type { Operand } from './frames.ts'
import type { Machine } from './machine.ts'
import { nothing, textOf, type Value, type VariableId } from './values.ts'

export interface SyntaxContext<T> {
  machine: Machine
  /** The next token; undefined at the end or when the steps are used up. */
  next: () => T | undefined
  variable: (name: string, place: { at: number; line: number }) => Operand
  literal: (token: T) => Value
  member: (object: Operand, key: string, place: { at: number; line: number }) => Operand
}

/** Handles one token of Lua. */
export function createLuaSyntax({ machine, next, variable, literal, member }: SyntaxContext<LuaToken>) {
  /** `.` or `:` where a member follows. */
  let access = ''
  /** `do` belongs to a `for` or `while`. */
  let loops = 0

  return handle

  function handle(token: LuaToken): void {
    const top = machine.top()
    if (token.t === 'name') {
      if (access !== '' && top.cur) {
        access = ''
        top.cur = member(top.cur, token.v, token)
      } else if (!handleKeyword(token)) {
        machine.separate()
        machine.operand(variable(token.v, token))
      }
    } else if (token.t === 'op') handleOperator(token)
    else if (token.t === 'str' && isCallable(top.cur)) {
      const frame = machine.open('call', '\0', token)
      frame.callee = top.cur
      top.cur = undefined
      machine.operand({ value: literal(token), at: token.at, line: token.line })
      machine.close('\0')
    } else machine.operand({ value: literal(token), at: token.at, line: token.line })
  }

  function handleKeyword(token: LuaToken): boolean {
    const { v } = token
    switch (v) {
      case 'local':
        machine.endStatement()
        machine.top().declares = true
        return true
      case 'return':
        machine.endStatement()
        machine.top().returns = true
        return true
      case 'for':
        machine.endStatement()
        machine.top().declares = true
        machine.top().takesElements = true
        loops++
        return true
      case 'while':
        machine.endStatement()
        loops++
        return true
      case 'in':
        machine.top().takesElements = false
        machine.assignment()
        return true
      case 'if':
      case 'repeat':
        machine.endStatement()
        machine.open('statements', v === 'if' ? 'end' : 'until', token)
        return true
      case 'do': {
        callIterator(token)
        machine.endStatement()
        if (loops > 0) loops--
        machine.open('statements', 'end', token)
        return true
      }
      case 'then':
      case 'else':
      case 'elseif':
      case 'break':
      case 'goto':
        machine.endStatement()
        return true
      case 'end':
      case 'until':
        machine.close(v)
        return true
      case 'function':
        readFunction(token)
        return true
      case 'and':
      case 'or':
        machine.operator(v)
        return true
      case 'not':
        return true
      case 'nil':
        machine.operand({ value: nothing, at: token.at, line: token.line })
        return true
      case 'true':
      case 'false':
        machine.operand({ value: textOf(v), at: token.at, line: token.line })
        return true
      default:
        return false
    }
  }

  /** `for k, v in next, list do` calls `next(list)`. */
  function callIterator({ at, line }: LuaToken): void {
    const top = machine.top()
    if (loops === 0 || !top.targets || top.takesElements) return
    machine.finishItem()
    const [callee, ...operands] = top.items
    const isList = /^i?pairs$/.test(callee?.callee?.name ?? '')
    if (!callee || (operands.length === 0 && (isList || !callee.value.fns))) return
    const args = operands.map(({ value }) => value)
    const value = machine.applyTo(callee.value, { callee, args, operands, at, line, isNew: false })
    top.items = [{ value, at, line, isCall: true }]
  }

  function readFunction(start: LuaToken): void {
    const fn = machine.functionAt(start.at, start.line)
    const isLocal = machine.top().declares
    const isExpression =
      !machine.isStatement() ||
      machine.top().targets !== undefined ||
      machine.top().returns ||
      machine.top().acc !== undefined
    let path: Operand | undefined
    let token = next()
    for (; token && token.v !== '('; token = next()) {
      if (token.t !== 'name') access = token.v
      else if (path) path = member(path, token.v, token)
      else path = variable(token.v, token)
    }
    const isMethod = access === ':'
    access = ''
    const self = -machine.idAt(start.at) - 1
    fn.params = isMethod ? [[self]] : []
    fn.restFrom = -1
    const names: [string, VariableId][] = isMethod ? [['self', self]] : []
    for (token = next(); token && token.v !== ')'; token = next()) {
      if (token.v === '...') fn.restFrom = fn.params.length
      if (token.v !== '...' && token.t !== 'name') continue
      const id = machine.idAt(token.at)
      fn.params.push([id])
      names.push([token.v, id])
    }
    if (path) {
      if (!isExpression && !isLocal) machine.endStatement()
      machine.operand(path)
      machine.assignment()
      machine.operand({ value: { bits: 0, fns: [fn] }, at: fn.at, line: fn.line })
      machine.endStatement()
    }
    machine.openFunction(fn, 'end', names).isDeclaration = path !== undefined
  }

  function handleOperator(token: LuaToken): void {
    const top = machine.top()
    const { v } = token
    access = ''
    switch (v) {
      case '(':
      case '{':
      case '[': {
        const callee = v === '[' || isCallable(top.cur) ? top.cur : undefined
        openBracket(v, token, callee)
        return
      }
      case ')':
      case '}':
      case ']':
        closeBracket(v)
        return
      case '.':
      case ':':
        access = v
        return
      case ',':
        machine.finishItem()
        return
      case ';':
        if (machine.isStatement()) machine.endStatement()
        else machine.finishItem()
        return
      case '=':
        assignOne()
        return
      case '::':
        machine.endStatement()
        return
      case '...':
        machine.operand(variable('...', token))
        return
      case '#':
        return
      case '<':
        // local name <const> = value
        if (top.declares && !top.targets && !top.takesElements)
          for (let part = next(); part && part.v !== '>'; part = next());
        else machine.operator(v)
        return
      default:
        if (compounds.has(v)) machine.assignment(v.slice(0, -1))
        else machine.operator(v)
    }
  }

  function openBracket(v: string, token: LuaToken, callee: Operand | undefined): void {
    const top = machine.top()
    if (callee) top.cur = undefined
    if (v === '[') {
      if (!callee && top.cur) return
      machine.open('index', ']', token).callee = callee
    } else if (v === '(') machine.open(callee ? 'call' : 'group', ')', token).callee = callee
    else if (callee) {
      machine.open('call', '}call', token).callee = callee
      machine.open('table', '}', token)
    } else machine.open('table', '}', token)
  }

  function closeBracket(v: string): void {
    machine.close(v)
    if (v === '}' && machine.top().close === '}call') machine.close('}call')
  }

  function assignOne(): void {
    const top = machine.top()
    if (top.kind !== 'table') machine.assignment()
    else if (top.cur) {
      // { name = value }
      const { name } = top.cur
      top.cur = undefined
      top.key = { bits: 0, text: name ?? '' }
    }
  }
}

function isCallable(operand: Operand | undefined): boolean {
  return (
    operand !== undefined &&
    (operand.name !== undefined || operand.object !== undefined || operand.args !== undefined)
  )
}

const compounds = new Set(['+=', '-=', '*=', '/=', '<<=', '>>=', '&=', '|=', '^='])
