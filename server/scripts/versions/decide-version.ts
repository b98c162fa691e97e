import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { requireVersion } from './versions.queries.ts'
import { updateScript, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { updateVersion, type VersionState } from '#server/scripts/versions.queries.ts'

import { assertMayPublish } from './hold-back.ts'
import { recordVersionActivity, emitPublished } from './version-events.ts'
import { requestComparison, updateCurrent } from './update-current.ts'

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
