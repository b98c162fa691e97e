import type { Permission } from '#contract/permissions.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, signInNeeded } from '#platform/errors.ts'
import { permissionsOf } from '#server/groups/groups.public.ts'
import { accountStatusError } from '#server/users/users.public.ts'

import { selectIdentity } from './sessions.queries.ts'
import { isExpired } from './sessions.rules.ts'

/**
 * Checks inside a transaction or when a signed URL is used that a session and its permissions are still valid: a ban
 * can happen during a long upload.
 */
export async function requireSession(
  db: Db,
  sessionHash: string,
  now: Date,
  permission?: Permission,
  { allowBanned = false } = {},
): Promise<void> {
  const row = await selectIdentity(db, sessionHash, now)
  if (!row) throw signInNeeded()
  const permissions = permissionsOf(row, row.keys)
  if (isExpired(row.createdAt, permissions, now)) throw signInNeeded()
  const error = accountStatusError(row)
  if (error && !(allowBanned && error.code === 'banned')) throw error
  if (permission && !permissions.has(permission))
    throw forbidden('You no longer have the permission for this')
}
