import type { App } from '#platform/app.ts'
import { invalidate, inTransaction } from '#platform/database/database.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { selectSettingsForUpdate, upsertSettings } from './site-settings.queries.ts'
import { effectiveSettings, settingsTag } from './site-settings.rules.ts'

/** A banner that has ended is removed, because cached pages contain it. */
export async function endBanner(app: App): Promise<void> {
  const hasEnded = ({ bannerText, bannerUntil } = app.settings) =>
    bannerText !== '' && bannerUntil !== null && new Date(bannerUntil) <= app.clock.now()
  if (!hasEnded()) return
  await inTransaction(app.db, async (tx) => {
    const settings = effectiveSettings(await selectSettingsForUpdate(tx), app.config.pinnedSettings)
    if (!hasEnded(settings)) return
    const values = { bannerText: '', bannerUntil: null }
    await upsertSettings(tx, values, { updatedBy: null, updatedAt: app.clock.now() })
    await recordActivity(tx, {
      type: 'system',
      action: 'Settings Changed',
      description: 'The announcement banner ended',
      status: 'info',
      userId: null,
      targetType: 'system',
      metadata: {
        changed: Object.keys(values),
        old: { bannerText: settings.bannerText, bannerUntil: settings.bannerUntil },
        new: values,
      },
    })
    invalidate(tx, settingsTag)
  })
}
