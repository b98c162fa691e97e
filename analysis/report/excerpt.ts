import { cutText, partOf } from '#analysis/cut-text.ts'

const excerptMax = 240
const before = 80

/** The line around a place, shortened to the part around it. Invisible characters are shown as symbols. */
export function excerptOf(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', Math.max(0, at - 1)) + 1, at - before)
  const found = text.indexOf('\n', at)
  const end = Math.min(found < 0 ? text.length : found, start + excerptMax)
  const line = partOf(text, Math.max(0, start), end).trim().toWellFormed()
  const printable = line
    .replaceAll(secret, '$1•••')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, symbolOf)
  return cutText(printable, excerptMax)
}

/** The token of a webhook, and the password of a connection string. */
const secret = /(webhooks\/\d{4,22}\/|:\/\/[^\s:@/'"]{1,60}:)[^\s'"@]{3,100}/g

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\t' || character === '\r') return ' '
  return code < 32 ? String.fromCharCode(0x2400 + code) : '␦'
}
