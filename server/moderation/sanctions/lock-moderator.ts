import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import { lockPrincipals, type NamedPrincipal } from '#server/access/access.public.ts'

/** Hiding and restoring scripts is not limited by rank, but needs its own permission. */
export async function lockModerator(
  tx: Db,
  { id }: Pick<Actor, 'id'>,
  needsScripts: boolean,
  now: Date,
): Promise<NamedPrincipal> {
  const { actor } = await lockPrincipals(tx, { actorId: id, targetId: id }, now)
  if (!actor.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
  if (needsScripts && !actor.permissions.has('admin.scripts.moderate'))
    throw forbidden('You need permission to hide and restore scripts')
  return actor
}
