import { sitePagesApi } from '#contract/site/site-pages.ts'
import { cachedRoute } from '#platform/http/route.ts'
import { parseDescription } from '#server/scripts/scripts.public.ts'
import { settingsTag } from '#server/site/site-settings/site-settings.rules.ts'

export const sitePageRoutes = [
  cachedRoute(
    sitePagesApi.read,
    () => [settingsTag],
    async ({ app: { settings }, params: { page } }) => ({
      text: parseDescription(page === 'about' ? settings.aboutText : settings.supportText),
    }),
  ),
]
