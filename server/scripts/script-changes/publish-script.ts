import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity, closeReviewOf, emitEvent } from '#server/records/records.public.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { selectScriptForUpdate } from '#server/scripts/script-rows.queries.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import { selectVersionStates } from '#server/scripts/versions.queries.ts'
import { addMissingVersions, isWaiting } from '#server/scripts/versions/add-version.ts'
import { assertNotOwnArchive } from '#server/scripts/versions/hold-back.ts'
import { emitDecision } from '#server/scripts/versions/version-events.ts'
import { publishVersion } from '#server/scripts/versions/decide-version.ts'
import { requireVersion } from '#server/scripts/versions/versions.queries.ts'
import { updateCurrent } from '#server/scripts/versions/update-current.ts'

/** Publishes the version that waits for review, and its script. A repeat changes nothing and is not recorded. */
export async function publishScript(app: App, sender: Actor, id: number): Promise<Script> {
  const permission = 'admin.scripts.moderate'
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    const script = await selectScriptForUpdate(tx, id)
    if (!script) throw notFound('Script not found')
    if (isAuthor(actor, script)) throw forbidden('Another moderator must publish your script')
    await addMissingVersions(tx, [id])
    const waiting = (await selectVersionStates(tx, id)).find(isWaiting)
    if (!waiting && script.publication !== 'review') return readScript(tx, actor, id)
    if (waiting) await assertNotOwnArchive(tx, actor, waiting.sha256)
    const current = waiting
      ? await publishVersion(tx, actor, script, waiting.id, now)
      : await updateCurrent(tx, script)
    if (!current) throw conflict('Every version of this script was withdrawn or has no archive')
    if (waiting) {
      const decided = { decision: 'published' as const, response: '' }
      const caseId = await closeReviewOf(tx, waiting.id, { ...decided, decidedBy: actor.id }, now)
      const row = await requireVersion(tx, waiting.id)
      await emitDecision(tx, actor, row, { ...decided, caseId }, now)
    }
    if (!waiting) {
      const { userId, name } = script
      const subject = { actorId: actor.id, scriptId: id, versionId: null, userId }
      const data = { script: name, isPublished: true }
      await emitEvent(tx, { kind: 'script-restored', ...subject, data }, now)
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
        metadata: { reason: 'moderation' },
      })
    return readScript(tx, actor, id)
  })
}
