import {
  dangerousNames,
  findHiddenNumbers,
  findHiddenText,
  hasCodeWords,
  isReadable,
} from '#server/archives/scan/decode.ts'
import type { Place, Sight } from '#server/archives/scan/sight.ts'
import { bitsOf, from, type Value } from '#server/archives/scan/values.ts'

/** Characters without a width, many in a row. */
const invisible = /[\u200b-\u200d\u2060\ufeff]{16}/

/** A literal of the file. */
export function checkLiteral(text: string, escapes: number, place: Place, sight: Sight): void {
  if (invisible.test(text)) sight.report('hidden-text', 'high', place, 'invisible characters')
  const hidden = findHiddenText(text, escapes)
  if (!hidden) return
  sight.report('hidden-text', 'high', place, `${hidden.how}: ${hidden.text.slice(0, 80)}`)
  sight.runs(hidden.text, place)
}

/** A constant that the file computes from numbers, base64 and so on. */
export function checkFolded(value: Value, place: Place, sight: Sight): void {
  const { text, bits } = value
  if (text === undefined || (bits & from.hidden) === 0 || text.length < 4) return
  if (hasCodeWords(text)) {
    sight.report('hidden-text', 'high', place, text.slice(0, 100))
    if (!dangerousNames.has(text)) sight.runs(text, place)
  } else if (text.length >= 24 && isReadable(text))
    sight.report('hidden-text', 'medium', place, text.slice(0, 100))
}

export function checkList(value: Value, place: Place, sight: Sight): void {
  const { table } = value
  if (!table) return
  if (table.items.length >= 8) {
    const numbers = table.items.flatMap(({ num }) => (num === undefined ? [] : [num]))
    const hidden = numbers.length === table.items.length ? findHiddenNumbers(numbers) : undefined
    if (hidden) {
      sight.report('hidden-text', 'high', place, `${hidden.how}: ${hidden.text.slice(0, 80)}`)
      sight.runs(hidden.text, place)
    }
  }
  let hasHttp = false
  let hasCode = false
  for (const list of [table.items, [...table.fields.values()].slice(0, 64)])
    for (const { refs } of list) {
      if (!refs) continue
      hasHttp ||= refs.some((ref) => httpNames.has(ref))
      hasCode ||= refs.some((ref) => codeNames.has(ref))
    }
  if (hasHttp && hasCode) sight.report('functions-in-list', 'high', place)
  else if (hasHttp && sight.isLua) sight.report('http-alias', 'medium', place, 'an element of a list')
}

const httpNames = new Set(['PerformHttpRequest', 'PerformHttpRequestAwait', 'fetch'])
const codeNames = new Set(['load', 'loadstring', 'eval', 'Function'])

/** Turns the code of a character into text. */
export function checkCharacter(args: readonly Value[], place: Place, sight: Sight): number {
  const bits = args.reduce((all, value) => all | bitsOf(value), 0)
  if ((bits & from.xor) !== 0) sight.report('decoder', 'high', place, 'exclusive or with a key')
  else if ((bits & from.arithmetic) !== 0)
    sight.report('decoder', 'medium', place, 'a shift of each character')
  return (bits & (from.xor | from.arithmetic | from.charCode | from.file)) === 0 ? 0 : from.decoded
}

export function checkAlias(name: string, value: Value, place: Place, sight: Sight): void {
  const ref = value.refs?.find((one) => httpNames.has(one) && one !== 'fetch')
  if (ref !== undefined && ref !== name) sight.report('http-alias', 'medium', place, `${name} = ${ref}`)
}

export interface Spelling {
  identifiers: number
  longestLine: number
  length: number
  hexNames: number
  lookAlikes: number
  escaped: number
  characters: number
  /** The most brackets and signs in a row. */
  signs: number
}

export function checkSpelling(spelling: Spelling, head: string, sight: Sight): void {
  const place = { at: -1, line: 1 }
  const tool = toolMark.exec(head)?.[0]
  const reason =
    tool ??
    (spelling.hexNames >= 10
      ? 'names such as _0x1a2b'
      : spelling.lookAlikes >= 5
        ? 'names of I, l, 1 and O'
        : spelling.escaped >= 200 && spelling.escaped * 2 > spelling.characters
          ? 'most of its text is escaped'
          : spelling.signs >= 100
            ? 'brackets and signs in place of names'
            : undefined)
  if (reason !== undefined) {
    sight.report('obfuscated', 'high', place, reason)
    sight.fact('obfuscated', place, reason)
  } else if (spelling.longestLine > 5000 && spelling.identifiers > 500 && sight.side !== 'page')
    sight.report('minified', 'low', place)
}

const toolMark =
  /Luraph|MoonSec|IronBrew|PSU Obfuscator|Prometheus obfuscat|obfuscator\.io|javascript-obfuscator|WeAreDevs Obfuscator|LuaObfuscator\.com|jsjiami|JScrambler/i
