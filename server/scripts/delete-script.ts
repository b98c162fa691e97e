import type { Actor } from '#platform/actor.ts'
import { afterCommit, inTransaction } from '#platform/database.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import {
  removeScript,
  selectArchive,
  selectPictures,
  selectScriptForUpdate,
} from './script-changes.queries.ts'
import { countScript } from './script-counts.queries.ts'
import { announceScript } from './script-tags.ts'
import { mayManageScript } from './scripts.rules.ts'

/** The activity shares the transaction: a deletion nobody can trace must not happen. The files follow the commit. */
export async function deleteScript(hub: Hub, actor: Actor, id: number): Promise<null> {
  return inTransaction(hub.db, async (tx) => {
    const script = await selectScriptForUpdate(tx, id)
    if (!script) throw notFound('Script not found')
    if (!mayManageScript(actor, script))
      throw forbidden('You can only edit your own scripts or need permissions')
    const archive = await selectArchive(tx, id)
    const pictures = await selectPictures(tx, id)
    if (script.publication === 'published') await countScript(tx, script, -1)
    await removeScript(tx, id)
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
    announceScript(tx, script)
    removeFilesAfter(tx, hub, [...(archive ? [archive.key] : []), ...pictures.flatMap(({ files }) => files)])
    return null
  })
}

/** What cannot be removed now is found by the nightly check: a deletion does not fail for it. */
export function removeFilesAfter(
  tx: Parameters<typeof afterCommit>[0],
  { files, log }: Hub,
  keys: readonly string[],
): void {
  afterCommit(tx, () => {
    files
      .remove(keys)
      .catch((error: unknown) => log.warn('Files of a script were not removed', describeError(error)))
  })
}
