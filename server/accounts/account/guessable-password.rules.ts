import { emailKey, usernameKey } from '#server/access/access.public.ts'

/** Facts that an attacker knows. */
export type PasswordContext = { siteName: string; username: string; email: string }

/** The error message for a password that an attacker would try first, or undefined. */
export function guessableProblem(
  password: string,
  { siteName, username, email }: PasswordContext,
  frequent: ReadonlySet<string>,
): string | undefined {
  const typed = password.toLowerCase()
  const repeated = repeatedPart(typed)
  if (frequent.has(typed) || (repeated !== undefined && (repeated.length < 6 || frequent.has(repeated))))
    return 'Many people use this password, so it is tried first. Please choose another one.'
  const [mailbox = ''] = emailKey(email).split('@')
  const words = [siteName.toLowerCase(), usernameKey(username), mailbox]
  if (hasNoOtherLetters(typed, words))
    return 'Please choose a password that is not made of your username, your email or the name of this site.'
  return undefined
}

/** The repeated unit of a text: `ab` of `ababab`. */
function repeatedPart(text: string): string | undefined {
  const length = (text + text).indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}

/** Whether all letters belong to the words: `ada1815!` for `ada`. */
function hasNoOtherLetters(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words, ...words.map(lettersOf)].toSorted((a, b) => b.length - a.length)
  let rest = text
  for (const word of longestFirst) if (word.length >= 3) rest = rest.replaceAll(word, '')
  return rest !== text && lettersOf(rest) === ''
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}
