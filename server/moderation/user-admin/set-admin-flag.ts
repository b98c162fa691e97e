import { denialReason, maySetAdminFlag } from '#contract/access/authority.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity, emitAccountChange } from '#server/records/records.public.ts'
import { lockPrincipals, invalidateUser, updateUser } from '#server/access/access.public.ts'
import { endSessionsOf } from '#server/accounts/accounts.public.ts'

import { readAdminUser } from './read-user.ts'

/** A repeat changes nothing and is not recorded. */
export async function setAdminFlag(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  isAdmin: boolean,
): Promise<{ user: AdminUser }> {
  await inTransaction(app.db, async (tx) => {
    const ids = { actorId: actor.id, targetId: id }
    const { actor: principal, target } = await lockPrincipals(tx, ids, app.clock.now())
    if (!principal.isOwner && !principal.isAdmin) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'modify admin flag')
    if (denied !== undefined) throw forbidden(denied)
    if (!maySetAdminFlag(principal, target, isAdmin)) throw forbidden('Access Denied')
    if (target.isAdmin === isAdmin) return

    await updateUser(tx, id, { isAdmin })
    // Administrators have shorter sessions, so a new sign-in is needed.
    await endSessionsOf(tx, id)
    await recordActivity(tx, {
      type: 'user',
      action: isAdmin ? 'Admin Promoted' : 'Admin Demoted',
      description: isAdmin
        ? `${principal.username} made ${target.username} an administrator`
        : `${principal.username} took the admin flag from ${target.username}`,
      status: 'warning',
      userId: principal.id,
      targetId: id,
      targetType: 'user',
      metadata: { old: { isAdmin: !isAdmin }, new: { isAdmin } },
    })
    invalidateUser(tx, id)
    const what = isAdmin ? 'You are an administrator now' : 'You are no longer an administrator'
    await emitAccountChange(tx, ids, [{ what }], app.clock.now())
  })
  return { user: await readAdminUser(app, actor, id) }
}
