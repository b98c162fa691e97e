import { denialReason } from '#contract/access/authority.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity, emitAccountChange } from '#server/records/records.public.ts'
import { lockPrincipals } from '#server/access/access.public.ts'
import { endSessionsOf, revokeTokens } from '#server/accounts/accounts.public.ts'

/** Ends all sessions and pending two-factor sign-ins of a possibly stolen account. */
export async function endSessions(app: Pick<App, 'db' | 'clock'>, actor: Actor, id: number): Promise<null> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    const ids = { actorId: actor.id, targetId: id }
    const { actor: principal, target } = await lockPrincipals(tx, ids, now)
    if (!principal.permissions.has('admin.users.edit.basic')) throw forbidden('Access Denied')
    const denied = denialReason(principal, target, 'sign out user')
    if (denied !== undefined) throw forbidden(denied)

    await endSessionsOf(tx, id)
    await revokeTokens(tx, id, ['sign_in'], now)
    await recordActivity(tx, {
      type: 'user',
      action: 'Sessions Ended',
      description: `${principal.username} signed ${target.username} out on all devices`,
      status: 'warning',
      userId: principal.id,
      targetId: id,
      targetType: 'user',
    })
    await emitAccountChange(tx, ids, [{ what: 'You were signed out on all devices' }], now)
    return null
  })
}
