import { emailKey, usernameKey } from '#server/users/users.public.ts'

/** What whoever guesses knows without effort. */
export type Surroundings = { siteName: string; username: string; email: string }

/** Why a password is among the first that somebody would try, or undefined. */
export function guessableProblem(
  password: string,
  { siteName, username, email }: Surroundings,
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

/** What a text says again and again: `ab` of `ababab`. */
function repeatedPart(text: string): string | undefined {
  const length = (text + text).indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}

/** `ada1815!` holds nothing but the name and what stands around it. */
function hasNoOtherLetters(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words, ...words.map(lettersOf)].toSorted((a, b) => b.length - a.length)
  let rest = text
  for (const word of longestFirst) if (word.length >= 3) rest = rest.replaceAll(word, '')
  return rest !== text && lettersOf(rest) === ''
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}
