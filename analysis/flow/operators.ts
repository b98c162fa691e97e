import type { Binary } from '#analysis/ir/ir.ts'
import { concatenate, constant, has, isConstant, lasting, numberOf, origin, type Value } from './value.ts'

type Operator = Binary['operator']

export function binary([first = { origins: 0 }, ...others]: readonly Value[], operator: Operator): Value {
  return others.reduce((all, value) => combine(all, operator, value), first)
}

const calculations: Partial<Record<Operator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '//': (a, b) => Math.floor(a / b),
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
}

const decoding = origin.charCode | origin.xor | origin.arithmetic

export function combine(left: Value, operator: Operator, right: Value): Value {
  const isLimit = /^[<>]/.test(operator) && (isBalance(left, right) || isBalance(right, left))
  const check = isLimit ? origin.check : (left.origins | right.origins) & origin.check
  switch (operator) {
    case '..':
      return concatenate(left, right)
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case 'instanceof':
      return { origins: check | consoleOrigin(left, operator, right), constants: [true, false] }
    default:
  }
  const origins = (left.origins | right.origins) & (lasting | origin.check)
  const a = isConstant(left) ? numberOf(left) : undefined
  const b = isConstant(right) ? numberOf(right) : undefined
  if (a !== undefined && b !== undefined) {
    const number = calculations[operator]?.(a, b)
    if (number !== undefined && !Number.isNaN(number)) return constant(number, origins)
  }
  if (operator === '+' && (isText(left) || isText(right))) return concatenate(left, right)
  const marks = left.origins | right.origins
  const code = marks & origin.charCode
  switch (operator) {
    case '^':
      return { origins: origins | origin.unknown | origin.xor | code }
    case '+':
    case '-':
    case '%':
      return {
        origins:
          origins |
          origin.unknown |
          (marks & decoding) |
          (code && !isRandomLetter(left, operator, right) ? origin.arithmetic : 0),
      }
    case '&':
    case '|':
      // Hash functions mask words that they have mixed with exclusive or: those are no character codes.
      return {
        origins: origins | origin.unknown | (marks & origin.playerHash) | (code ? marks & decoding : 0),
      }
    default:
      return { origins: origins | origin.unknown | (operator === '*' ? marks & origin.arithmetic : 0) }
  }
}

/** The sender of a command is compared with 0, which is the console. */
function consoleOrigin(left: Value, operator: Operator, right: Value): number {
  const sender = isSource(left) ? operator : isSource(right) ? mirrored[operator] : undefined
  const other = numberOf(isSource(left) ? right : left)
  if (sender === undefined || other === undefined) return 0
  const comparison = `${sender} ${other}`
  if (/^(?:==|<=) 0$|^< 1$/.test(comparison)) return origin.checkedIfTrue
  return /^(?:!=|>) 0$|^>= 1$/.test(comparison) ? origin.checkedIfFalse : 0
}
const mirrored: Partial<Record<Operator, Operator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}
const isSource = (value: Value): boolean => value.refs?.includes('source') === true

/** What a player asks for is compared with what the server has stored. */
const isBalance = (stored: Value, asked: Value): boolean =>
  has(stored, origin.stored) && !has(asked, origin.stored) && has(asked, sent)
const sent = origin.event | origin.command

const isRandom = (value: Value): boolean => value.refs?.includes('#random') === true

/** A letter of an alphabet, as in plates and numbers: no text is decoded. */
const isRandomLetter = (left: Value, operator: Operator, right: Value): boolean =>
  operator === '+' && ((isConstant(left) && isRandom(right)) || (isConstant(right) && isRandom(left)))

function isText(value: Value): boolean {
  return (
    value.constants?.some((item) => typeof item === 'string') === true ||
    (has(value, origin.unknown) && ((value.prefix ?? '') !== '' || (value.suffix ?? '') !== ''))
  )
}
