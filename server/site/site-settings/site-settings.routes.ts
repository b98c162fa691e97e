import { settingsApi } from '#contract/site/settings.ts'
import { route } from '#platform/http/route.ts'

import { changeSettings, readSettingsForm } from './change-settings.ts'

export const siteSettingsRoutes = [
  route(settingsApi.read, ({ app }) => readSettingsForm(app)),
  route(settingsApi.change, ({ app, actor, body }) => changeSettings(app, actor, body)),
]
