import { accountLimits } from '#contract/access/users.ts'
import { invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { emailKey, usernameKey } from '#server/access/access.public.ts'

type Site = { settings: Pick<App['settings'], 'siteName'> }
type Account = Omit<PasswordContext, 'siteName'>

export async function assertStrongPassword(site: Site, password: string, account: Account): Promise<void> {
  const problem = await guessablePasswordProblem(site, password, account)
  if (problem) throw invalid({ password: problem })
}

/** Checks locally: neither the password nor a part of its hash is sent to another service. */
export async function guessablePasswordProblem(
  { settings }: Site,
  password: string,
  account: Account,
): Promise<string | undefined> {
  frequent ??= readFrequent()
  return guessableProblem(password, { siteName: settings.siteName, ...account }, await frequent)
}

let frequent: Promise<ReadonlySet<string>> | undefined

/** Loaded on first use: it takes 20 ms and a few megabytes. */
async function readFrequent(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= accountLimits.passwordMin))
}

/** Facts that an attacker knows. */
type PasswordContext = { siteName: string; username: string; email: string }

/** The error message for a password that an attacker would try first, or undefined. */
function guessableProblem(
  password: string,
  { siteName, username, email }: PasswordContext,
  passwords: ReadonlySet<string>,
): string | undefined {
  const typed = password.toLowerCase()
  const repeated = repeatedPart(typed)
  if (passwords.has(typed) || (repeated !== undefined && (repeated.length < 6 || passwords.has(repeated))))
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

/** Returns whether all letters belong to the words: `ada1815!` for `ada`. */
function hasNoOtherLetters(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words, ...words.map(lettersOf)].toSorted((a, b) => b.length - a.length)
  let rest = text
  for (const word of longestFirst) if (word.length >= 3) rest = rest.replaceAll(word, '')
  return rest !== text && lettersOf(rest) === ''
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}
