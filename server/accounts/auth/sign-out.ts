import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeSession as endSession } from '#server/accounts/sessions/sessions.queries.ts'

/** Ends the current session only. */
export async function signOut(db: Db, actor: Actor): Promise<{ success: true }> {
  return inTransaction(db, async (tx) => {
    await endSession(tx, actor.sessionHash)
    await recordActivity(tx, {
      type: 'user',
      action: 'User Logout',
      description: `${actor.username} signed out`,
      status: 'info',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
    return { success: true }
  })
}
