import type { SettingsReply } from '#contract/site/settings.ts'
import type { App } from '#platform/app.ts'

import { selectLastChange, selectSettings } from './site-settings.queries.ts'
import { effectiveSettings, pinnedNames } from './site-settings.rules.ts'

/** From the database, so that the form is loaded with what a change is compared with. */
export async function readSettingsForm({ db, config }: Pick<App, 'db' | 'config'>): Promise<SettingsReply> {
  const last = await selectLastChange(db)
  return {
    settings: effectiveSettings(await selectSettings(db), config.pinnedSettings),
    pinned: pinnedNames(config.pinnedSettings),
    updatedAt: last?.updatedAt.toISOString() ?? null,
    updatedBy: last?.updatedBy ?? null,
  }
}
