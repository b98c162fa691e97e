import { invalidUnicodeText, nulText } from '#contract/platform/fields.ts'

import { badRequest, invalid } from './errors.ts'

/** Why PostgreSQL cannot store a text: it rejects NUL everywhere, and half a surrogate pair in JSON. */
export function storageProblem(text: string): string | undefined {
  if (text.includes('\0')) return nulText
  return text.isWellFormed() ? undefined : invalidUnicodeText
}

/** Decoding would replace what is not UTF-8 by U+FFFD, and a changed text would be stored. */
export const notUtf8 = () => badRequest('The request body is not valid UTF-8')

/** Rejects a JSON value with a text, or a key, that cannot be stored. The error names the field of the outermost object. */
export function assertStorable(value: unknown, field = 'body', depth = 0): void {
  if (typeof value === 'string') {
    const problem = storageProblem(value)
    if (problem !== undefined) throw invalid({ [field]: problem })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    assertStorable(key, field, depth + 1)
    assertStorable(part, depth === 0 && !Array.isArray(value) ? key : field, depth + 1)
  }
}

/** For texts that no user can correct, such as those of an archive. Halves at the ends come from cuts. */
export function storableText(text: string): string {
  return text
    .replaceAll(/^\p{Cs}|\p{Cs}$/gu, '')
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
}

/** A text of others for a terminal: it must not move the cursor or change the direction of the text around it. */
export function terminalText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are replaced
  return text.replaceAll(/[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')
}
