import { withTransaction } from '#server/accounts/accounts.public.ts'
import { defaultChannels, type NotificationSettings } from '#contract/site/notification-settings.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'

import { selectIsTimeZone, selectSettings, updateDueDigest, upsertSettings } from './settings.queries.ts'

export const defaultSettings: NotificationSettings = {
  topics: defaultChannels,
  digest: 'weekly',
  timeZone: 'UTC',
}

export async function readSettings(db: Db, userId: number): Promise<NotificationSettings> {
  const row = await selectSettings(db, userId)
  return row ? { ...row, topics: { ...defaultChannels, ...row.topics } } : defaultSettings
}

export async function changeSettings(
  app: App,
  sender: Actor,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    // The database computes when a digest is due.
    if (!isKnownToBrowsers(settings.timeZone) || !(await selectIsTimeZone(tx, settings.timeZone)))
      throw invalid({ timeZone: 'This time zone does not exist' })
    await upsertSettings(tx, actor.id, settings)
    await updateDueDigest(tx, actor.id)
    return settings
  })
}

/** Without names such as `localtime`, which the database of another machine reads as another zone. */
function isKnownToBrowsers(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
