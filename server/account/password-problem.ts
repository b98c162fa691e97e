import { holdsAdminKey } from '#contract/permissions.ts'
import { signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { permissionsOf } from '#server/groups/groups.public.ts'

import { selectOwnProfile } from './account.queries.ts'
import { lengthProblem } from './account.rules.ts'
import { guessablePasswordProblem } from './guessable-password.ts'

/** What is wrong with a password that somebody chooses for the account they have, beyond what the contract asks of everybody. */
export async function passwordProblem(
  hub: Pick<Hub, 'db' | 'clock' | 'config'>,
  userId: number,
  password: string,
): Promise<string | undefined> {
  const row = await selectOwnProfile(hub.db, userId, hub.clock.now())
  if (!row) throw signInNeeded()
  const { user, keys } = row
  const permissions = permissionsOf(user, keys)
  // What a member may choose is settled (decisions.md): only their form tells how strong it is.
  if (!holdsAdminKey(permissions)) return undefined
  return lengthProblem(password, permissions) ?? (await guessablePasswordProblem(hub, password, user))
}
