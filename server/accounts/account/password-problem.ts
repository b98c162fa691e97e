import { holdsAdminKey, type Permission } from '#contract/platform/permissions.ts'
import { signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { permissionsOf } from '#contract/access/authority.ts'
import { accountLimits } from '#contract/access/users.ts'

import { selectOwnProfile } from './account.queries.ts'
import { guessablePasswordProblem } from './guessable-password.ts'

/** The error message for a new password of an existing account, beyond the rules of the contract, or undefined. */
export async function passwordProblem(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  userId: number,
  password: string,
): Promise<string | undefined> {
  const row = await selectOwnProfile(app.db, userId, app.clock.now())
  if (!row) throw signInNeeded()
  const { user, keys } = row
  const permissions = permissionsOf(user, keys)
  // Members may choose weak passwords (docs/domain-rules.md, Sessions and passwords); the form only shows the strength.
  if (!holdsAdminKey(permissions)) return undefined
  return lengthProblem(password, permissions) ?? (await guessablePasswordProblem(app, password, user))
}

/** Users with an `admin.*` permission need a longer password than the contract requires. */
function lengthProblem(password: string, permissions: ReadonlySet<Permission>): string | undefined {
  if (password.length >= accountLimits.passwordMinAdmin || !holdsAdminKey(permissions)) return undefined
  return 'Password must be at least 12 characters'
}
