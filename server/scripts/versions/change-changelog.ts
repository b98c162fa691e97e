import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { VersionTexts } from '#contract/scripts/script-fields.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { changedValues } from '#server/records/records.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import { invalidateScriptEdit } from '#server/scripts/script-tags.ts'
import { updateVersion } from '#server/scripts/versions.queries.ts'

import { lockVersion } from './withdraw-version.ts'
import { readVersion } from './read-version.ts'
import { recordVersionActivity, emitScriptChange } from './version-events.ts'

export async function changeChangelog(
  app: App,
  sender: Actor,
  id: number,
  { changelog }: VersionTexts,
): Promise<VersionSummary> {
  await assertLinksAllowed(app, sender, { changelog })
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const { row, script } = await lockVersion(write, id)
    if (changelog !== row.version.changelog) {
      await updateVersion(tx, id, { changelog })
      const isModeration = !isAuthor(actor, script)
      // Only for a moderator's edit, which can be undone: a changelog is long.
      const values = changedValues({ changelog: row.version.changelog }, { changelog })
      await recordVersionActivity(tx, actor, row, 'Version Updated', isModeration ? values : {})
      const what = `The changelog of ${row.version.number} was changed`
      await emitScriptChange(tx, actor, script, [{ what }], now)
      invalidateScriptEdit(tx, script, script, script)
    }
    return readVersion(tx, actor, id)
  })
}
