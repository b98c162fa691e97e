import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { recordActivity, closeReviewOf, emitEvent, onScript } from '#server/records/records.public.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { updateScript, type ScriptRow, selectScriptForUpdate } from '#server/scripts/script-rows.queries.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import {
  updateVersion,
  type VersionState,
  selectVersionStates,
} from '#server/scripts/version-rows.queries.ts'

import { isWaiting } from './add-version.ts'
import { assertMayPublish, assertNotOwnArchive } from './hold-back.ts'
import { updateCurrent, requestComparison } from './update-current.ts'
import { recordVersionActivity, emitPublished, emitDecision } from './version-events.ts'
import { requireVersion } from './versions.queries.ts'

/**
 * Publishes a version of a locked script that waits or was withdrawn. Returns the current version after it. `actor` is
 * null for a job.
 */
export async function publishVersion(
  tx: Db,
  actor: Actor | null,
  script: ScriptRow,
  id: number,
  now: Date,
): Promise<VersionState | undefined> {
  if (actor) await assertMayPublish(tx, actor, await requireVersion(tx, id))
  await updateVersion(tx, id, {
    publishedAt: now,
    publishedBeforeBlock: null,
    withdrawnAt: null,
    withdrawalKind: null,
    withdrawalReason: null,
    withdrawnBy: null,
    withdrawnByModerator: null,
    withdrawnCaseId: null,
  })
  const current = await updateCurrent(tx, script)
  if (script.publication !== 'review') await updateScript(tx, script.id, {})
  await requestComparison(tx, id)
  const row = await requireVersion(tx, id)
  await recordVersionActivity(tx, actor, row, 'Version Published')
  await emitPublished(tx, actor, row, now)
  return current
}

/** A version of a locked script that waited stays private, with the reason for its author. */
export async function rejectVersion(
  tx: Db,
  actor: Actor | null,
  script: ScriptRow,
  id: number,
  { reason, caseId }: { reason: string; caseId: number },
  now: Date,
): Promise<void> {
  await updateVersion(tx, id, {
    withdrawnAt: now,
    withdrawalKind: 'rejected',
    withdrawalReason: reason,
    withdrawnBy: actor?.id ?? null,
    withdrawnByModerator: true,
    withdrawnCaseId: caseId,
  })
  await updateCurrent(tx, script)
  await recordVersionActivity(tx, actor, await requireVersion(tx, id), 'Version Rejected')
}

/** Publishes the version that waits for review, and its script. A repeat changes nothing and is not recorded. */
export async function publishScript(app: App, sender: Actor, id: number): Promise<Script> {
  const permission = 'admin.scripts.moderate'
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    const script = await selectScriptForUpdate(tx, id)
    if (!script) throw notFound('Script not found')
    if (isAuthor(actor, script)) throw forbidden('Another moderator must publish your script')
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
      const subject = { actorId: actor.id, scriptId: id, userId: script.userId }
      const data = { script: script.name, isPublished: true }
      await emitEvent(tx, { kind: 'script-restored', ...subject, data }, now)
    }
    if (script.publication === 'review')
      await recordActivity(tx, {
        ...onScript(actor.id, id),
        action: 'Script Published',
        description: `${actor.username} published ${script.name}`,
        status: 'success',
        metadata: { reason: 'moderation' },
      })
    return readScript(tx, actor, id)
  })
}
