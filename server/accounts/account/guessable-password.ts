import { accountLimits } from '#contract/access/users.ts'
import { invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { guessableProblem, type PasswordContext } from './guessable-password.rules.ts'

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
