import type { Permission } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, HttpError, signInNeeded } from '#platform/errors.ts'

import { readSession } from './authenticate.ts'

/**
 * Checks inside a transaction or when a signed URL is used that a session and its permissions are still valid: a ban
 * or a demotion can happen during a long upload. Returns the user with the permissions of this moment; those of the
 * request can be hours old.
 */
export async function requireSession(
  db: Db,
  sessionHash: string,
  now: Date,
  permission?: Permission,
  { allowBanned = false } = {},
): Promise<Actor> {
  const session = await readSession(db, sessionHash, now)
  if (!session) throw signInNeeded()
  const { actor, error } = session
  if (error && !(allowBanned && error instanceof HttpError && error.code === 'banned')) throw error
  if (permission && !actor.permissions.has(permission))
    throw forbidden('You no longer have the permission for this')
  return actor
}
