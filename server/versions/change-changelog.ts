import type { VersionTexts } from '#contract/script-fields.ts'
import type { VersionSummary } from '#contract/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { assertLinksAllowed, invalidateScriptEdit, updateVersion } from '#server/scripts/scripts.public.ts'

import { lockVersion } from './lock-version.ts'
import { readVersion } from './read-version.ts'
import { recordVersionActivity } from './record-version-activity.ts'

export async function changeChangelog(
  app: App,
  actor: Actor,
  id: number,
  { changelog }: VersionTexts,
): Promise<VersionSummary> {
  await assertLinksAllowed(app, actor, { changelog })
  return inTransaction(app.db, async (tx) => {
    const { row, script } = await lockVersion(tx, app, actor, id)
    if (changelog !== row.version.changelog) {
      await updateVersion(tx, id, { changelog })
      await recordVersionActivity(tx, actor, row, 'Version Updated')
      invalidateScriptEdit(tx, script, script, script)
    }
    return readVersion(tx, actor, id)
  })
}
