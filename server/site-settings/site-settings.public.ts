export { endBanner } from './end-banner.ts'
export { openSettings, readSettings, type SettingsStore } from './settings-store.ts'
export { settingsTag } from './site-settings.rules.ts'
