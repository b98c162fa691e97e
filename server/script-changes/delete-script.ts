import type { Actor } from '#platform/actor.ts'
import { afterCommit, inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { endReviewsOf } from '#server/cases/cases.public.ts'
import {
  countScript,
  deleteScriptRow,
  invalidateScript,
  selectArchiveKeys,
  selectImages,
  selectScriptForUpdate,
} from '#server/scripts/scripts.public.ts'

import { requireManagement } from './require-management.ts'

/** Deletes a script and its activity entry in one transaction; the files are removed after the commit. */
export async function deleteScript(app: App, actor: Actor, id: number): Promise<null> {
  return inTransaction(app.db, async (tx) => {
    const script = requireManagement(actor, await selectScriptForUpdate(tx, id))
    const archives = await selectArchiveKeys(tx, id)
    const images = await selectImages(tx, id)
    if (script.publication === 'published') await countScript(tx, script, -1)
    await endReviewsOf(tx, id, app.clock.now())
    await deleteScriptRow(tx, id)
    const isModeration = script.userId !== actor.id
    await recordActivity(tx, {
      type: 'script',
      action: 'Script Deleted',
      description: `${actor.username} deleted ${script.name}`,
      status: isModeration ? 'warning' : 'info',
      userId: actor.id,
      targetId: id,
      targetType: 'script',
      metadata: isModeration ? { reason: 'moderation' } : {},
    })
    invalidateScript(tx, script)
    removeFilesAfter(tx, app, [...archives, ...images.flatMap(({ files }) => files)])
    return null
  })
}

/** A file that cannot be removed now is removed by the nightly sweep. */
export function removeFilesAfter(
  tx: Parameters<typeof afterCommit>[0],
  { files, log }: App,
  keys: readonly string[],
): void {
  afterCommit(tx, () => {
    files
      .remove(keys)
      .catch((error: unknown) => log.warn('Files of a script could not be removed', serializeError(error)))
  })
}
