import type { Settings } from '#contract/site/settings.ts'
import { second } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { serializeError, type Log } from '#platform/log.ts'

import { selectSettings } from './site-settings.queries.ts'
import { effectiveSettings, type Pinned } from './site-settings.rules.ts'

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
