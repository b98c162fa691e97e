import { accountLimits } from '#contract/accounts.ts'
import { invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { guessableProblem, type Surroundings } from './guessable-password.rules.ts'

type Site = { config: Pick<Hub['config'], 'siteName'> }
type Person = Omit<Surroundings, 'siteName'>

/** For who has no account yet. */
export async function refuseGuessable(site: Site, password: string, person: Person): Promise<void> {
  const problem = await guessablePasswordProblem(site, password, person)
  if (problem) throw invalid({ password: problem })
}

/** Asks nobody: a password that is being chosen does not leave the hub, not even a part of its hash. */
export async function guessablePasswordProblem(
  { config }: Site,
  password: string,
  person: Person,
): Promise<string | undefined> {
  frequent ??= readFrequent()
  return guessableProblem(password, { siteName: config.siteName, ...person }, await frequent)
}

let frequent: Promise<ReadonlySet<string>> | undefined

/** Read when the first password is chosen: 20 ms and some megabytes that a start does not need. */
async function readFrequent(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= accountLimits.passwordMin))
}
