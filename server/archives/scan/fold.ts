import { spend } from './budget.ts'
import { isReadable } from './decode.ts'
import {
  bitsOf,
  concatenate,
  constantOf,
  from,
  lasting,
  nothing,
  textMax,
  textOf,
  unknown,
  type Value,
} from './values.ts'

/**
 * What the text functions of Lua and JavaScript return for constant arguments. For a method the first argument is its
 * object. Undefined where the function is not known or its arguments are not constant.
 */
export function fold(name: string, args: readonly Value[]): Value | undefined {
  const folding = foldings.get(name)
  const [first = nothing] = args
  if (!folding) return undefined
  for (const { text = '', table } of args) spend(1 + (text.length >> 2) + (table?.items.length ?? 0))
  const value = folding(first, args.slice(1), args)
  if (!value) return undefined
  const bits = args.reduce((all, one) => all | bitsOf(one), 0) & (lasting | from.hidden)
  return { ...value, bits: value.bits | bits | from.built }
}

type Folding = (first: Value, others: readonly Value[], all: readonly Value[]) => Value | undefined

const charCodes: Folding = (_first, _others, all) => {
  const codes = all.flatMap((value) => (value.table ? value.table.items : [value])).map(({ num }) => num)
  if (codes.length === 0 || codes.length > textMax || codes.includes(undefined)) return undefined
  return textOf(
    codes.map((code) => String.fromCharCode((code ?? 0) & 0xffff)).join(''),
    codes.length > 3 ? from.hidden : 0,
  )
}

const ofText =
  (
    make: (
      text: string,
      others: readonly (string | undefined)[],
      nums: readonly (number | undefined)[],
    ) => string | undefined,
    bits = 0,
  ): Folding =>
  (first, others) => {
    const text = constantOf(first)
    if (text === undefined || text.length > textMax) return undefined
    const made = make(
      text,
      others.map(constantOf),
      others.map((value) => value.num ?? (value.text === undefined ? undefined : Number(value.text))),
    )
    return made === undefined ? undefined : textOf(made, bits)
  }

const reverseText = ofText((text) => Array.from(text).reverse().join(''), from.hidden)
const base64 = ofText((text) => decode(text, 'base64'), from.hidden)
const percents = ofText((text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
})

const joinItems: Folding = ({ table }, [separator]) => {
  if (!table || table.items.length === 0) return undefined
  const between = separator ? constantOf(separator) : ''
  const texts = table.items.map(constantOf)
  if (between === undefined || texts.includes(undefined)) return undefined
  return textOf(texts.join(between))
}

/** Replaces a literal, or a pattern that is a single class of characters. */
const replace = ofText((text, [pattern, by]) => {
  if (pattern === undefined || by === undefined) return undefined
  const literal = pattern.replace(/^%(?=\W)/, '')
  const isPattern = literal.length > 1 && /[%()[\].*+?^$\\|]/.test(literal)
  return isPattern || literal === '' ? undefined : text.replaceAll(literal, () => by)
})

const foldings = new Map<string, Folding>(
  Object.entries<Folding>({
    'string.char': charCodes,
    'utf8.char': charCodes,
    'String.fromCharCode': charCodes,
    'String.fromCodePoint': charCodes,
    'string.reverse': reverseText,
    'string.lower': ofText((text) => text.toLowerCase()),
    'string.upper': ofText((text) => text.toUpperCase()),
    'string.rep': ofText((text, _texts, [count]) =>
      count !== undefined && count >= 0 && text.length * count <= textMax ? text.repeat(count) : undefined,
    ),
    'string.sub': ofText((text, _texts, [start = 1, end = -1]) =>
      text.slice(start > 0 ? start - 1 : start, end < 0 ? text.length + end + 1 : end),
    ),
    'string.gsub': replace,
    'string.format': format,
    'string.byte': (first) => {
      const text = constantOf(first)
      return text?.length === 1 ? { bits: from.charCode, num: text.charCodeAt(0) } : undefined
    },
    'table.concat': joinItems,
    join: joinItems,
    reverse: (first) =>
      first.table
        ? { bits: 0, table: { ...first.table, items: [...first.table.items].reverse() } }
        : reverseText(first, [], [first]),
    split: (first, [separator]) => {
      const text = constantOf(first)
      const between = separator ? constantOf(separator) : undefined
      if (text === undefined || between === undefined) return undefined
      const items = text.split(between, 2000).map((part) => textOf(part))
      return { bits: 0, table: { fields: new Map(), items, rest: nothing, changes: 0 } }
    },
    replace,
    replaceAll: replace,
    concat: (first, others) =>
      constantOf(first) === undefined ? undefined : others.reduce(concatenate, first),
    slice: ofText((text, _texts, [start, end]) => text.slice(start, end)),
    substring: ofText((text, _texts, [start = 0, end]) => text.substring(start, end)),
    substr: ofText((text, _texts, [start = 0, length]) =>
      text.slice(start, length === undefined ? undefined : start + length),
    ),
    charAt: ofText((text, _texts, [at = 0]) => text.charAt(at)),
    toLowerCase: ofText((text) => text.toLowerCase()),
    toUpperCase: ofText((text) => text.toUpperCase()),
    trim: ofText((text) => text.trim()),
    toString: ({ num, text, bits }: Value, [encoding]: readonly Value[]): Value | undefined => {
      const base = encoding?.num
      if (num !== undefined && base !== undefined && base >= 2 && base <= 36)
        return textOf(num.toString(base))
      return text === undefined ? undefined : { bits, text }
    },
    String: ofText((text) => text),
    tostring: ofText((text) => text),
    atob: base64,
    decodeURIComponent: percents,
    unescape: percents,
    'Buffer.from': (first, [encoding]) => {
      if (first.table) return charCodes(first, [], [first])
      const text = constantOf(first)
      const name = encoding?.text
      if (text === undefined || (name !== 'base64' && name !== 'hex' && name !== 'base64url'))
        return undefined
      return textOf(decode(text, name), from.hidden)
    },
    tonumber: parseNumber,
    parseInt: parseNumber,
    Number: parseNumber,
  }),
)

/** What stands before and behind an argument that is not known stays known. */
function format(first: Value, others: readonly Value[]): Value | undefined {
  const text = constantOf(first)
  if (text === undefined || text.length > textMax) return undefined
  let made = textOf('')
  for (const [index, part] of text.split(/%[\d.]*[sdiqcux]/, 64).entries())
    made = concatenate(index === 0 ? made : concatenate(made, others[index - 1] ?? unknown), textOf(part))
  return made
}

function parseNumber(first: Value, [base]: readonly Value[]): Value | undefined {
  const text = constantOf(first)
  if (text === undefined) return undefined
  const num = base?.num === undefined ? Number(text) : parseInt(text, Math.min(36, Math.max(2, base.num)))
  return Number.isNaN(num) ? unknown : { bits: 0, num }
}

function decode(text: string, encoding: 'base64' | 'hex' | 'base64url'): string {
  return Buffer.from(text, encoding).toString('utf8')
}

/** A constant that a function of the file may turn into another text: base64 or hexadecimal text in it is decoded. */
export function foldUnknown(args: readonly Value[]): Value | undefined {
  for (const { text } of args) {
    if (text === undefined || text.length < 12 || text.length > textMax) continue
    for (const encoding of ['hex', 'base64'] as const) {
      const isEncoded = encoding === 'hex' ? /^[\da-f]+$/i.test(text) : /^[\w+/-]+={0,2}$/.test(text)
      const decoded = isEncoded ? decode(text, encoding) : ''
      if (isReadable(decoded)) return textOf(decoded, from.hidden)
    }
  }
  return undefined
}

/** What a function that is not known returns: everything that its arguments carry. */
export function passOn(args: readonly Value[]): Value {
  const bits = args.reduce((all, value) => all | bitsOf(value), 0) & lasting
  const returned =
    args.find((value) => value.fns !== undefined)?.fns?.reduce((all, fn) => all | fn.returns.bits, 0) ?? 0
  const all = bits | (returned & lasting) | from.unknown
  return all === from.unknown ? unknown : { bits: all }
}
