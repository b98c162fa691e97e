import { denialReason } from '#contract/authority.ts'
import type { AdminUser } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockPrincipals } from '#server/groups/groups.public.ts'
import { invalidateUser, selectUserForUpdate, updateUser } from '#server/users/users.public.ts'

import { readAdminUser } from './read-user.ts'

/** Ending a suspension does not change any other status. A repeat changes nothing and is not recorded. */
export async function suspendUser(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  suspended: boolean,
): Promise<{ user: AdminUser }> {
  await inTransaction(app.db, async (tx) => {
    const ids = { actorId: actor.id, targetId: id }
    const { actor: principal, target } = await lockPrincipals(tx, ids, app.clock.now())
    if (!principal.permissions.has('admin.users.ban')) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'modify status')
    if (denied !== undefined) throw forbidden(denied)
    const user = await selectUserForUpdate(tx, id)
    if (!user) throw notFound('User not found')
    if ((user.status === 'suspended') === suspended) return

    await updateUser(tx, id, { status: suspended ? 'suspended' : 'active' })
    await recordActivity(tx, {
      type: 'user',
      action: suspended ? 'User Suspended' : 'Suspension Ended',
      description: suspended
        ? `${principal.username} suspended ${target.username}`
        : `${principal.username} ended the suspension of ${target.username}`,
      status: suspended ? 'warning' : 'success',
      userId: principal.id,
      targetId: id,
      targetType: 'user',
    })
    invalidateUser(tx, id)
  })
  return { user: await readAdminUser(app, actor, id) }
}
