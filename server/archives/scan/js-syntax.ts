import { collectNames, readFunction, readImport } from './js-declarations.ts'
import type { JsToken } from './js-lexer.ts'
import type { SyntaxContext } from './lua-syntax.ts'
import type { Operand } from './frames.ts'
import { nothing, textOf, unknown, type VariableId } from './values.ts'

/** Handles one token of JavaScript or TypeScript; types are read as code. */
export function createJsSyntax(context: SyntaxContext<JsToken>) {
  const { machine, variable, literal, member } = context
  let isMember = false
  /** The parameters of an arrow function whose body follows. */
  let arrow: { params: Operand[]; at: number; line: number } | undefined
  let previous = ''

  return (token: JsToken) => {
    handle(token)
    previous = token.t === 'name' || token.t === 'op' ? token.v : ''
  }

  function handle(token: JsToken): void {
    if (arrow) {
      openArrow(token)
      if (token.v === '{') return
    }
    const { t, v } = token
    const top = machine.top()
    if (t === 'op') handleOperator(token)
    else if (isMember) {
      isMember = false
      if (top.cur && t === 'name') top.cur = member(top.cur, v, token)
    } else if (t === 'name') {
      if (!handleKeyword(token)) {
        machine.separate()
        machine.operand(variable(v, token))
      }
    } else if (token.tpl) {
      machine.operator('+')
      machine.operand({ value: literal(token), at: token.at, line: token.line })
    } else machine.operand({ value: literal(token), at: token.at, line: token.line })
  }

  function openArrow(token: JsToken): void {
    const { params = [], at = 0, line = 1 } = arrow ?? {}
    arrow = undefined
    const fn = machine.functionAt(at, line)
    fn.params = []
    const names: [string, VariableId][] = []
    for (const param of params) {
      const ids: VariableId[] = []
      collectNames(param, ids, names, machine)
      fn.params.push(ids)
    }
    const opened = machine.openFunction(fn, token.v === '{' ? '}' : '', names)
    if (token.v === '{') opened.kind = 'function'
  }

  function handleKeyword(token: JsToken): boolean {
    const { v } = token
    if (statementStarts.has(v) && machine.top().cur) closeArrows()
    const top = machine.top()
    if (
      (top.kind === 'object' || top.kind === 'table') &&
      previous !== ':' &&
      previous !== '...' &&
      v !== 'function'
    )
      return false
    switch (v) {
      case 'const':
      case 'let':
      case 'var':
        if (machine.isStatement()) machine.endStatement()
        top.declares = true
        return true
      case 'return':
      case 'yield':
      case 'throw':
        if (machine.isStatement()) machine.endStatement()
        top.returns = v === 'return' || v === 'yield'
        return true
      case 'of':
      case 'in':
        if (top.declares && top.cur) {
          machine.assignment()
          top.takesElements = true
        } else machine.operator('in')
        return true
      case 'instanceof':
      case 'as':
        if (!top.cur) return false
        machine.operator(v)
        return true
      case 'new':
        top.isNew = true
        return true
      case 'function':
        readFunction(token, context)
        return true
      case 'import':
        return readImport(token, context, handleOperator)
      case 'if':
      case 'for':
      case 'while':
      case 'switch':
      case 'catch':
      case 'with':
        if (machine.isStatement()) machine.endStatement()
        top.awaitsCondition = true
        return true
      case 'class':
      case 'extends':
      case 'export':
      case 'default':
      case 'else':
      case 'do':
      case 'case':
      case 'try':
      case 'finally':
      case 'break':
      case 'continue':
        if (machine.isStatement()) machine.endStatement()
        return true
      case 'async':
      case 'await':
      case 'typeof':
      case 'void':
      case 'delete':
      case 'static':
        return true
      case 'null':
      case 'undefined':
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

  function handleOperator(token: JsToken): void {
    const top = machine.top()
    const { v } = token
    isMember = false
    switch (v) {
      case '(':
      case '[': {
        const callee = top.cur
        if (v === '(') {
          const opened = machine.open(callee ? 'call' : 'group', ')', token)
          opened.callee = callee
          opened.isNew = top.isNew
          opened.isCondition = !callee && top.awaitsCondition
          top.awaitsCondition = false
          top.isNew = false
        } else if (callee) machine.open('index', ']', token).callee = callee
        else machine.open(top.kind === 'object' && previous !== ':' ? 'index' : 'table', ']', token)
        if (callee) top.cur = undefined
        return
      }
      case '{':
        openBrace(token)
        return
      case '${':
        machine.operator('+')
        machine.open('group', '}$', token)
        return
      case ')':
      case ']':
      case '}':
      case '}$':
        closeArrows()
        if (machine.close(v)?.isCondition) machine.top().cur = undefined
        return
      case '.':
        isMember = true
        return
      case ',':
        closeArrows()
        endItem()
        return
      case ';':
        closeArrows()
        if (machine.isStatement()) machine.endStatement()
        else machine.finishItem()
        return
      case ':':
        handleColon()
        return
      case '=>':
        startArrow(token)
        return
      case '=':
        machine.assignment()
        return
      case '++':
      case '--':
        if (top.cur?.name !== undefined) machine.setVariable(machine.lookup(top.cur.name), unknown)
        return
      case '...':
        top.spreads = true
        return
      case '!':
      case '#':
      case '@':
        return
      case '+':
        machine.operator('+')
        return
      default:
        if (compounds.has(v)) machine.assignment(v.slice(0, -1))
        else machine.operator(v)
    }
  }

  function closeArrows(): void {
    while (machine.top().kind === 'arrow') machine.closeTop()
  }

  function endItem(): void {
    const top = machine.top()
    if (!machine.isStatement()) {
      machine.finishItem()
      return
    }
    const { declares } = top
    machine.endStatement()
    top.declares = declares
  }

  function handleColon(): void {
    const top = machine.top()
    if (top.kind === 'object' && top.cur && !top.acc && !top.key) {
      const { name, value } = top.cur
      top.key = { bits: 0, text: name ?? value.text ?? String(value.num ?? '') }
      top.cur = undefined
    } else if (machine.isStatement() && !(top.acc && top.op === '?')) machine.endStatement()
    else machine.operator(':')
  }

  function startArrow(token: JsToken): void {
    const top = machine.top()
    const { cur } = top
    top.cur = undefined
    if (cur) arrow = { params: cur.args ?? [cur], at: token.at, line: token.line }
  }

  function openBrace(token: JsToken): void {
    const top = machine.top()
    const { cur } = top
    if (cur?.isCall && cur.callee && (machine.isStatement() || top.kind === 'object')) {
      // A method: name(a, b) { … }
      top.cur = undefined
      if (top.kind === 'object') top.key = { bits: 0, text: cur.callee.name ?? cur.callee.key ?? '' }
      arrow = { params: cur.args ?? [], at: cur.at, line: cur.line }
      openArrow(token)
      return
    }
    const isBlock =
      machine.isStatement() && (top.cur !== undefined || blockStarts.has(previous)) && !top.targets?.length
    if (!isBlock) {
      machine.open('object', '}', token)
      return
    }
    const isClass = cur !== undefined && cur.args === undefined
    machine.endStatement()
    machine.open(isClass ? 'object' : 'statements', '}', token)
  }
}

const compounds = new Set([
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '<<=',
  '>>=',
  '>>>=',
  '&=',
  '|=',
  '^=',
  '&&=',
  '||=',
  '??=',
])
const statementStarts = new Set(
  'const let var return throw class if for while do switch try function'.split(' '),
)
const blockStarts = new Set(['', ';', '{', '}', ')', 'else', 'do', 'try', 'finally', 'catch', ':'])
