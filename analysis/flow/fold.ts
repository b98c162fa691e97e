import { itemsOf } from './heap.ts'
import {
  concatenate,
  constant,
  isConstant,
  nothing,
  numberOf,
  origin,
  textMax,
  textOf,
  textsOf,
  type Constant,
  type Value,
} from './value.ts'

/**
 * What text functions of Lua and JavaScript return for constant arguments. For a method the first argument is its
 * object. Undefined where the function is not known or its arguments are not constant. A list is `items`.
 */
type Folding = (first: Value, others: readonly Value[], all: readonly Value[]) => Value | Value[] | undefined

export function fold(name: string, all: readonly Value[]): Value | Value[] | undefined {
  const [first] = all
  const folding = foldings.get(name)
  return folding && first ? folding(first, all.slice(1), all) : undefined
}

const hidden = origin.hidden | origin.built

/** Each combination of the texts of the first value, with the constant arguments. */
const ofText =
  (
    make: (text: string, others: readonly (Constant | undefined)[]) => string | number | undefined,
    origins: number = origin.built,
  ): Folding =>
  (first, others) => {
    const texts = isConstant(first) ? textsOf(first) : []
    if (texts.length === 0) return undefined
    const rest = others.map((value) => (isConstant(value) ? (numberOf(value) ?? textOf(value)) : undefined))
    const results = texts.flatMap((text) => make(text, rest) ?? [])
    if (results.length < texts.length) return undefined
    return constants(results, origins | (first.origins & origin.hidden))
  }

function constants(values: readonly Constant[], origins: number): Value {
  return values.length === 1 && values[0] !== undefined
    ? constant(values[0], origins)
    : { origins, constants: [...new Set(values)] }
}

const charCodes: Folding = (_first, _others, all) => {
  const codes = all.flatMap((value) => (value.objects ? itemsOf(value) : [value]))
  const numbers = codes.map((value) => (isConstant(value) ? numberOf(value) : undefined))
  if (numbers.length === 0 || numbers.length > textMax || numbers.includes(undefined)) return undefined
  const text = numbers.map((code) => String.fromCharCode((code ?? 0) & 0xffff)).join('')
  return constant(text, numbers.length > 3 ? hidden : origin.built)
}

const reverseText = ofText((text) => Array.from(text).reverse().join(''), hidden)
export const fromBase64 = ofText((text) => decoded(text, 'base64'), hidden)
const percents = ofText((text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
})

function decoded(text: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(text, encoding).toString('utf8')
}

const joinItems: Folding = (list, [separator]) => {
  // Elements whose places are not known may stand anywhere.
  if (!list.objects || list.objects.some(({ rest }) => rest.value !== nothing)) return undefined
  const between = separator ? (textOf(separator) ?? '') : ''
  const items = list.objects.length === 1 ? itemsOf(list) : []
  const ends = [items[0], items.at(-1)]
  if (items.length > 2000 || !ends.some((item) => item && textsOf(item).length > 0)) return undefined
  let joined: Value | undefined
  for (const item of items) {
    joined = joined
      ? concatenate(between === '' ? joined : concatenate(joined, constant(between)), item)
      : item
  }
  return joined
}

/** Replaces a literal, or a pattern that is a single class of characters: any other may take long. */
const replaces = ofText((text, [pattern, by]) => {
  if (typeof pattern !== 'string' || by === undefined) return undefined
  const characters = classOf(pattern)
  if (characters) return text.replaceAll(characters, () => String(by))
  const literal = pattern.replace(/^%(?=\W)/, '')
  const isPattern = literal.length > 1 && /[%()[\].*+?^$\\|]/.test(literal)
  return isPattern || literal === '' ? undefined : text.replaceAll(literal, () => String(by))
})

const classes: Record<string, string> = {
  a: '[A-Za-z]',
  d: '\\d',
  l: '[a-z]',
  p: '[!-/:-@[-`{-~]',
  s: '\\s',
  u: '[A-Z]',
  w: '[A-Za-z\\d]',
}
function classOf(pattern: string): RegExp | undefined {
  const [, list, letter, repeated = ''] =
    /^(?:(\[\^?[^[\]\\%]+\])|[%\\]([adlpsuw]))(\+?)$/.exec(pattern) ?? []
  const characters = list ?? classes[letter ?? '']
  try {
    return characters === undefined ? undefined : new RegExp(characters + repeated, 'g')
  } catch {
    return undefined
  }
}

const formats: Folding = (first, others) => {
  const text = textOf(first)
  if (text === undefined || !/%[sdi]/.test(text)) return undefined
  let at = 0
  return text.split(/(%[sdi%])/).reduce<Value>((all, part) => {
    const value = part === '%%' ? constant('%') : /^%[sdi]$/.test(part) ? others[at++] : constant(part)
    return part === '' ? all : concatenate(all, value ?? { origins: origin.unknown })
  }, constant(''))
}

const luaSlice = ofText((text, [from = 1, to = -1]) => {
  const start = Number(from)
  const end = Number(to)
  return text.slice(start > 0 ? start - 1 : start, end < 0 ? text.length + end + 1 : end)
})

const splits: Folding = (first, [separator]) => {
  const text = textOf(first)
  const between = separator ? textOf(separator) : undefined
  if (text === undefined || between === undefined) return undefined
  return text.split(between, 2000).map((part) => constant(part, first.origins & origin.hidden))
}

const parses =
  (radixAt: number): Folding =>
  (first, others) => {
    const text = textOf(first)
    if (text === undefined) return undefined
    const radix = others[radixAt] ? numberOf(others[radixAt]) : undefined
    const number = radix === undefined ? Number(text) : Number.parseInt(text, radix)
    return Number.isNaN(number) ? undefined : constant(number)
  }

const luaCode = ofText((text, [at = 1]) => text.charCodeAt(Number(at) - 1) || undefined, origin.charCode)
const code = ofText((text, [at = 0]) => text.charCodeAt(Number(at)) || undefined, origin.charCode)

const foldings = new Map<string, Folding>(
  Object.entries<Folding>({
    'string.char': charCodes,
    'utf8.char': charCodes,
    'String.fromCharCode': charCodes,
    'String.fromCodePoint': charCodes,
    'string.reverse': reverseText,
    'string.lower': ofText((text) => text.toLowerCase()),
    'string.upper': ofText((text) => text.toUpperCase()),
    'string.rep': ofText((text, [count]) =>
      Number(count) >= 0 && text.length * Number(count) <= textMax ? text.repeat(Number(count)) : undefined,
    ),
    'string.sub': luaSlice,
    'string.gsub': replaces,
    'string.format': formats,
    'string.byte': luaCode,
    'utf8.codepoint': luaCode,
    'table.concat': joinItems,
    tostring: ofText((text) => text, 0),
    tonumber: parses(0),
    parseInt: parses(0),
    '.join': joinItems,
    '.reverse': (first) => (first.objects?.length === 1 ? itemsOf(first).reverse() : undefined),
    '.split': splits,
    '.replace': replaces,
    '.replaceAll': replaces,
    '.concat': (first, others) =>
      textsOf(first).length === 0 ? undefined : others.reduce(concatenate, first),
    '.slice': ofText((text, [start, end]) =>
      text.slice(Number(start ?? 0), end === undefined ? undefined : Number(end)),
    ),
    '.substring': ofText((text, [start, end]) =>
      text.substring(Number(start ?? 0), end === undefined ? undefined : Number(end)),
    ),
    '.substr': ofText((text, [start = 0, length]) =>
      text.slice(Number(start), length === undefined ? undefined : Number(start) + Number(length)),
    ),
    '.toLowerCase': ofText((text) => text.toLowerCase(), 0),
    '.toUpperCase': ofText((text) => text.toUpperCase(), 0),
    '.trim': ofText((text) => text.trim(), 0),
    '.charAt': ofText((text, [at]) => text.charAt(Number(at))),
    '.repeat': ofText((text, [count]) =>
      text.length * Number(count) <= textMax ? text.repeat(Number(count)) : undefined,
    ),
    '.charCodeAt': code,
    '.codePointAt': code,
    '.toString': (first, [encoding]) =>
      textOf(first) !== undefined && (!encoding || textOf(encoding) !== undefined) ? first : undefined,
    atob: fromBase64,
    unescape: percents,
    decodeURIComponent: percents,
    decodeURI: percents,
    'Buffer.from': (first, [encoding]) => {
      if (first.objects) return charCodes(first, [], [first])
      const name = encoding ? textOf(encoding) : undefined
      const encoding64 = name === 'hex' ? 'hex' : name?.startsWith('base64') ? 'base64' : undefined
      return encoding64 ? ofText((text) => decoded(text, encoding64), hidden)(first, [], [first]) : undefined
    },
  }),
)
