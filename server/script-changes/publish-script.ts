import type { Script } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'
import {
  readScript,
  selectScriptForUpdate,
  selectVersionStates,
  updateScript,
  updateVersion,
} from '#server/scripts/scripts.public.ts'
import {
  addMissingVersions,
  emitDecision,
  emitPublished,
  isWaiting,
  recordVersionActivity,
  requestComparison,
  requireVersion,
  updateCurrent,
} from '#server/versions/versions.public.ts'

/** Publishes the version that waits for review, and its script. A repeat changes nothing and is not recorded. */
export async function publishScript({ db, clock }: App, actor: Actor, id: number): Promise<Script> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, now, 'admin.scripts.moderate')
    const script = await selectScriptForUpdate(tx, id)
    if (!script) throw notFound('Script not found')
    await addMissingVersions(tx, [id])
    const waiting = (await selectVersionStates(tx, id)).find(isWaiting)
    if (waiting) await updateVersion(tx, waiting.id, { publishedAt: now })
    if (waiting || script.publication === 'review') {
      const current = await updateCurrent(tx, script)
      if (!current) throw conflict('Every version of this script was withdrawn or has no archive')
    }
    if (waiting) {
      await requestComparison(tx, waiting.id)
      const row = await requireVersion(tx, waiting.id)
      await emitPublished(tx, actor, row, now)
      await emitDecision(tx, actor, row, { decision: 'published', response: '' }, now)
      if (script.publication !== 'review') {
        await updateScript(tx, id, {})
        await recordVersionActivity(tx, actor, row, 'Version Published')
      }
    }
    if (script.publication === 'review')
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
    return readScript(tx, actor, id)
  })
}
