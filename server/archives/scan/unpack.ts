const packed =
  /\}\s{0,9}\(\s{0,9}'((?:[^'\\]|\\.){1,100000})'\s{0,9},\s{0,9}(\d{1,2})\s{0,9},\s{0,9}\d{1,5}\s{0,9},\s{0,9}'([^']{0,100000})'\.split\('\|'\)/g
const textsMax = 10
/** A short text with one long word would become gigabytes. */
const wordMax = 100

export interface Packed {
  at: number
  code: string
}

/** Code that a packer wrote with numbers in place of its words: `('0 1=2', 62, 3, 'var|a|b'.split('|'))`. */
export function* unpack(text: string): Generator<Packed> {
  if (!text.includes(".split('|')")) return
  let count = 0
  for (const { 1: body = '', 2: radix = '', 3: list = '', index } of text.matchAll(packed)) {
    const words = list.split('|')
    const base = Number(radix)
    const code = body
      .replaceAll(/\\(.)/g, '$1')
      .replaceAll(/\b\w{1,4}\b/g, (name) => (words[numberOf(name, base)] || name).slice(0, wordMax))
    yield { at: index, code }
    if (++count >= textsMax) return
  }
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

function numberOf(name: string, base: number): number {
  return Array.from(name).reduce((sum, character) => sum * base + digits.indexOf(character), 0)
}
