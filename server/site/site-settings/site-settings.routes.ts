import { settingsApi } from '#contract/site/settings.ts'
import { sitePagesApi } from '#contract/site/site-pages.ts'
import { route, cachedRoute } from '#platform/http/route.ts'
import { parseDescription } from '#server/scripts/scripts.public.ts'

import { settingsTag } from './site-settings.rules.ts'
import { changeSettings, readSettingsForm } from './site-settings.ts'

export const siteSettingsRoutes = [
  route(settingsApi.read, ({ app }) => readSettingsForm(app)),
  route(settingsApi.change, ({ app, actor, body }) => changeSettings(app, actor, body)),
  cachedRoute(
    sitePagesApi.read,
    () => [settingsTag],
    async ({ app: { settings }, params: { page } }) => ({
      text: parseDescription(page === 'about' ? settings.aboutText : settings.supportText),
    }),
  ),
]
