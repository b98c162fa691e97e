export const settingsTabs = [
  'profile',
  'password',
  'discord',
  'account',
  'tokens',
  'following',
  'notifications',
] as const
export type SettingsTab = (typeof settingsTabs)[number]
export type SettingsSearch = { tab?: Exclude<SettingsTab, 'profile'> }

/** Anything but a known tab selects the first tab, which has no search parameter. */
export function parseSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const { tab } = raw
  const known = settingsTabs.find((name) => name === tab)
  return known === undefined || known === 'profile' ? {} : { tab: known }
}
