export const settingsTabs = ['profile', 'password', 'discord', 'account'] as const
export type SettingsTab = (typeof settingsTabs)[number]
export type SettingsSearch = { tab?: Exclude<SettingsTab, 'profile'> }

/** Lenient: what is no tab is the first one, which has no name in the address. */
export function readSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const { tab } = raw
  return tab === 'password' || tab === 'discord' || tab === 'account' ? { tab } : {}
}
