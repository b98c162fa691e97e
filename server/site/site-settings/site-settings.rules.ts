import { z } from 'zod/mini'

import {
  defaultSettings,
  pinnedReason,
  Settings,
  settingVariables,
  type PinnedSetting,
  type SettingName,
  type SettingsChange,
} from '#contract/site/settings.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Config } from '#platform/config.ts'

export type StoredSettings = ReadonlyMap<string, unknown>
export type Pinned = Config['pinnedSettings']

/** The cache tag of every response that shows a setting. */
export const settingsTag: CacheTag = 'site-settings'

/** A stored value that the schema of this version does not accept has its default. */
export function effectiveSettings(stored: StoredSettings, pinned: Pinned): Settings {
  const accepted: Partial<Settings> = {}
  for (const name of settingNames()) {
    if (!stored.has(name)) continue
    const parsed = SettingsPart.safeParse({ [name]: stored.get(name) })
    if (parsed.success) Object.assign(accepted, parsed.data)
  }
  return { ...defaultSettings, ...accepted, ...pinned }
}

const SettingsPart = z.partial(Settings)

function settingNames(): SettingName[] {
  return Object.keys(defaultSettings).filter(isSettingName)
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(defaultSettings, name)
}

export function pinnedNames(pinned: Pinned): PinnedSetting[] {
  return Object.keys(pinned).filter(isPinnedSetting)
}

function isPinnedSetting(name: string): name is PinnedSetting {
  return Object.hasOwn(settingVariables, name)
}

/** Without `expected` and fields that are not sent. */
export function sentSettings(change: SettingsChange): Partial<Settings> {
  const sent = settingNames().filter((name) => change[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, change[name]]))
}

/** A message for each sent field that the environment fixes. */
export function pinnedProblems(change: Partial<Settings>, pinned: Pinned): Record<string, string> {
  const sent = pinnedNames(pinned).filter((name) => change[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, pinnedReason(name)]))
}
