import { dangerousNames } from '#analysis/knowledge/dangerous.ts'

/** Text that code hides from its readers. */

/** Words that hidden code consists of. In data such as prices or coordinates they do not occur by chance. */
const words =
  'https://|http://|PerformHttpRequest|LoadResourceFile|SaveResourceFile|ExecuteCommand|RegisterNetEvent|AddEventHandler|TriggerServerEvent|loadstring|os.execute|io.popen|function(|function |child_process|return |require(|eval(|load('.split(
    '|',
  )
const reversedWords = words
  .filter((word) => word.length >= 7)
  .map((word) => Array.from(word).reverse().join(''))

/** A URL, code or the name of a dangerous function. */
export function hasCodeWords(text: string): boolean {
  return dangerousNames.has(text.trim()) || words.some((word) => text.includes(word))
}

/** Printable text of ASCII. */
export function isReadable(text: string): boolean {
  return text.length >= 4 && /^[\t\n\r -~]*$/.test(text)
}

export type HiddenText = { text: string; how: string }
const encodedMax = 20_000

/** The text that a literal hides, where it contains a URL or code. `escapes` are the characters from numeric escapes. */
export function findHiddenText(literal: string, escapes: number): HiddenText | undefined {
  if (escapes >= 4 && escapes * 2 >= literal.length && isReadable(literal) && hasCodeWords(literal))
    return { text: literal, how: 'escapes' }
  if (literal.length < 12 || literal.length > encodedMax) return undefined
  if (reversedWords.some((word) => literal.includes(word)))
    return { text: Array.from(literal).reverse().join(''), how: 'reversed' }
  const encoding = encodingOf(literal)
  if (!encoding) return undefined
  const text = Buffer.from(literal.replace(/^(\\x|0x)/, ''), encoding).toString('latin1')
  return isReadable(text) && hasCodeWords(text) ? { text, how: encoding } : undefined
}

export function encodingOf(text: string): 'hex' | 'base64' | undefined {
  if (/^(\\x|0x)?[\da-f]{12,}$/i.test(text)) return 'hex'
  return /^[\w+/-]{12,}={0,2}$/.test(text) ? 'base64' : undefined
}

/** The text that a list of character codes hides. */
export function findHiddenNumbers(numbers: readonly number[]): HiddenText | undefined {
  const codes = [...numbers].slice(0, 4096)
  if (codes.length < 8 || codes.some((code) => !Number.isInteger(code) || code < 0 || code > 0xffff))
    return undefined
  const text = codes.map((code) => String.fromCharCode(code)).join('')
  return isReadable(text) && hasCodeWords(text) ? { text, how: 'numbers' } : undefined
}
