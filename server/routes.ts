import type { RawRoute, Route } from '#platform/http/route.ts'

import { accountRoutes } from './account/account.routes.ts'
import { activityRoutes } from './activities/activities.routes.ts'
import { apiDocsRoutes } from './api-docs/api-docs.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { banRoutes } from './bans/bans.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import { discordRoutes, interactionRoutes } from './discord/discord.routes.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { partnerRoutes } from './partners/partners.routes.ts'
import { pictureRoutes } from './pictures/pictures.routes.ts'
import { profileRoutes } from './profiles/profiles.routes.ts'
import { scriptChangeRoutes, scriptFileRoutes } from './scripts/script-changes.routes.ts'
import { scriptRoutes } from './scripts/scripts.routes.ts'
import { statsRoutes } from './stats/stats.routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { userAdminRoutes } from './user-admin/user-admin.routes.ts'
import { userStyleRoutes } from './user-styles/user-styles.routes.ts'

/** Every call of the contract, answered. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...activityRoutes,
  ...authRoutes,
  ...banRoutes,
  ...categoryRoutes,
  ...discordRoutes,
  ...groupRoutes,
  ...healthRoutes,
  ...partnerRoutes,
  ...profileRoutes,
  ...scriptChangeRoutes,
  ...scriptRoutes,
  ...statsRoutes,
  ...twoFactorRoutes,
  ...userAdminRoutes,
  ...userStyleRoutes,
]

/** What travels outside the contract: files and pages. */
export const rawRoutes: readonly RawRoute[] = [
  ...apiDocsRoutes,
  ...feedRoutes,
  ...interactionRoutes,
  ...metricsRoutes,
  ...pictureRoutes,
  ...scriptFileRoutes,
  ...uploadRoutes,
  ...pageRoutes(routes),
]
