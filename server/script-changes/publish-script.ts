import type { Script } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'
import {
  countScript,
  invalidateScript,
  publishScriptRow,
  readScript,
  selectScriptForUpdate,
  updateVersionPublished,
} from '#server/scripts/scripts.public.ts'

/** Makes a script that waits for review public. A repeat changes nothing and is not recorded. */
export async function publishScript({ db, clock }: App, actor: Actor, id: number): Promise<Script> {
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, clock.now(), 'admin.scripts.moderate')
    const script = await selectScriptForUpdate(tx, id)
    if (!script) throw notFound('Script not found')
    if (script.publication === 'review') {
      await publishScriptRow(tx, id)
      await updateVersionPublished(tx, id, clock.now())
      await countScript(tx, script, 1)
      await recordActivity(tx, {
        type: 'script',
        action: 'Script Published',
        description: `${actor.username} published ${script.name}`,
        status: 'success',
        userId: actor.id,
        targetId: id,
        targetType: 'script',
        ...(script.userId !== actor.id && { metadata: { reason: 'moderation' } }),
      })
      invalidateScript(tx, script)
    }
    return readScript(tx, actor, id)
  })
}
