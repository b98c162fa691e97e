import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { SettingsChange, SettingsReply } from '#contract/site/settings.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { changedValues, recordActivity } from '#server/records/records.public.ts'

import { readSettingsForm } from './read-settings.ts'
import { selectSettingsForUpdate, upsertSettings } from './site-settings.queries.ts'
import {
  effectiveSettings,
  pinnedProblems,
  sentSettings,
  settingsTag,
  staleSettings,
} from './site-settings.rules.ts'

export async function changeSettings(
  app: App,
  sender: Pick<Actor, 'sessionHash'>,
  sent: SettingsChange,
): Promise<SettingsReply> {
  const change = sentSettings(sent)
  const problems = pinnedProblems(change, app.config.pinnedSettings)
  if (Object.keys(problems).length > 0) throw invalid(problems)

  await withTransaction(app, sender, { permission: 'admin.settings' }, async ({ db: tx, actor, now }) => {
    const before = effectiveSettings(await selectSettingsForUpdate(tx), app.config.pinnedSettings)
    const stale = staleSettings(before, sent)
    if (stale.length > 0) {
      const message = 'This has changed since you opened it'
      throw invalid(Object.fromEntries(stale.map((name) => [name, message])), 'conflict')
    }
    const values = changedValues(before, change)
    const changed = Object.keys(values.new)
    if (changed.length === 0) return

    await upsertSettings(tx, { ...values.new }, { updatedBy: actor.id, updatedAt: now })
    await recordActivity(tx, {
      type: 'system',
      action: 'Settings Changed',
      description: `${actor.username} changed the settings of the site`,
      status: 'success',
      userId: actor.id,
      targetType: 'system',
      metadata: { changed, ...values },
    })
    invalidate(tx, settingsTag)
  })
  return readSettingsForm(app)
}
