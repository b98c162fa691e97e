import type { Permission } from '#contract/permissions.ts'
import type { Db } from '#platform/database.ts'
import { forbidden, signInNeeded } from '#platform/failures.ts'
import { permissionsOf } from '#server/groups/groups.public.ts'
import { refusalFor } from '#server/users/users.public.ts'

import { selectIdentity } from './sessions.queries.ts'
import { isOutlived } from './sessions.rules.ts'

/**
 * Checks again, inside a transaction or when a signed address is redeemed, that a session is still good and
 * its holder still allowed: long uploads outlive bans.
 */
export async function requireSession(
  db: Db,
  sessionHash: string,
  now: Date,
  permission?: Permission,
): Promise<void> {
  const row = await selectIdentity(db, sessionHash, now)
  if (!row) throw signInNeeded()
  const held = permissionsOf(row, row.keys)
  if (isOutlived(row.createdAt, held, now)) throw signInNeeded()
  const refusal = refusalFor(row)
  if (refusal) throw refusal
  if (permission && !held.has(permission)) throw forbidden('You no longer have the permission for this')
}
