import type { SettingsChange, SettingsReply, Settings } from '#contract/site/settings.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { assertNotStale } from '#platform/assert-not-stale.ts'
import { second } from '#platform/clock.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { serializeError, type Log } from '#platform/log.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
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
  pinnedNames,
  type Pinned,
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
    assertNotStale(before, change, sent.expected)
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

/** The settings in the memory of this node: reading them needs no query, also while the database is unavailable. */
export type SettingsStore = {
  current(): Settings
  /** Resolves when `current` has the committed settings. When the database fails, it is tried again in the background. */
  refresh(): Promise<void>
  close(): void
}

export async function openSettings(db: Db, pinned: Pinned, log: Log): Promise<SettingsStore> {
  let settings = effectiveSettings(await selectSettings(db), pinned)
  let loading: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  async function load() {
    clearTimeout(retry)
    try {
      settings = effectiveSettings(await selectSettings(db), pinned)
    } catch (error) {
      log.error('The settings could not be read', serializeError(error))
      retry = setTimeout(() => void refresh(), second).unref()
    }
  }

  /** One read after the other, so that an older one never replaces a newer one. */
  function refresh(): Promise<void> {
    loading = loading.then(load)
    return loading
  }

  return { current: () => settings, refresh, close: () => clearTimeout(retry) }
}

/** For the command line, which has no node. */
export async function readSettings(db: Db, pinned: Pinned): Promise<Settings> {
  return effectiveSettings(await selectSettings(db), pinned)
}
