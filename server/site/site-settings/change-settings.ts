import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { SettingsChange, SettingsReply } from '#contract/site/settings.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, inTransaction } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { changedValues, recordActivity } from '#server/records/records.public.ts'
import {
  selectSettingsForUpdate,
  upsertSettings,
  selectLastChange,
  selectSettings,
} from './site-settings.queries.ts'
import {
  effectiveSettings,
  pinnedProblems,
  sentSettings,
  settingsTag,
  staleSettings,
  pinnedNames,
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
