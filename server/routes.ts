import type { ContractRoute, Route } from '#platform/http/route.ts'

import { accountRoutes } from './account/account.routes.ts'
import { activityRoutes } from './activities/activities.routes.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { apiDocsRoutes } from './api-docs/api-docs.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { banRoutes } from './bans/bans.routes.ts'
import { blocklistRoutes } from './blocklist/blocklist.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import { deployFileRoutes, deployRoutes } from './deploy/deploy.routes.ts'
import { discordRoutes, interactionRoutes } from './discord/discord.routes.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { followRoutes } from './follows/follows.routes.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { imageRoutes } from './images/images.routes.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { notificationRoutes, unsubscribeRoutes } from './notifications/notifications.routes.ts'
import { ownDataFileRoutes, ownDataRoutes } from './own-data/own-data.routes.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { partnerRoutes } from './partners/partners.routes.ts'
import { profileRoutes } from './profiles/profiles.routes.ts'
import { scriptAdminRoutes } from './script-admin/script-admin.routes.ts'
import { sanctionRoutes } from './sanctions/sanctions.routes.ts'
import { scriptChangeRoutes, scriptFileRoutes } from './script-changes/script-changes.routes.ts'
import { scriptCounterRoutes } from './script-counters/script-counters.routes.ts'
import { scriptListRoutes } from './script-lists/script-lists.routes.ts'
import { scriptSearchRoutes } from './script-search/script-search.routes.ts'
import { sitePageRoutes } from './site-pages/site-pages.routes.ts'
import { siteSettingsRoutes } from './site-settings/site-settings.routes.ts'
import { statsRoutes } from './stats/stats.routes.ts'
import { takedownRoutes } from './takedowns/takedowns.routes.ts'
import { twoFactorRoutes } from './two-factor/two-factor.routes.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { userAdminRoutes } from './user-admin/user-admin.routes.ts'
import { userStyleRoutes } from './user-styles/user-styles.routes.ts'
import { versionFileRoutes, versionRoutes } from './versions/versions.routes.ts'

/** Every endpoint of the contract. */
export const contractRoutes: readonly ContractRoute[] = [
  ...accountRoutes,
  ...activityRoutes,
  ...analyticsRoutes,
  ...authRoutes,
  ...banRoutes,
  ...blocklistRoutes,
  ...categoryRoutes,
  ...deployRoutes,
  ...discordRoutes,
  ...followRoutes,
  ...groupRoutes,
  ...healthRoutes,
  ...moderationRoutes,
  ...notificationRoutes,
  ...ownDataRoutes,
  ...partnerRoutes,
  ...profileRoutes,
  ...scriptAdminRoutes,
  ...sanctionRoutes,
  ...scriptChangeRoutes,
  ...scriptCounterRoutes,
  ...scriptListRoutes,
  ...scriptSearchRoutes,
  ...sitePageRoutes,
  ...siteSettingsRoutes,
  ...statsRoutes,
  ...takedownRoutes,
  ...twoFactorRoutes,
  ...userAdminRoutes,
  ...userStyleRoutes,
  ...versionRoutes,
]

/** Routes outside the contract: files, feeds, pages, metrics and other protocols. */
export const httpRoutes: readonly Route[] = [
  ...apiDocsRoutes(contractRoutes),
  ...deployFileRoutes,
  ...feedRoutes,
  ...interactionRoutes,
  ...imageRoutes,
  ...metricsRoutes,
  ...ownDataFileRoutes,
  ...scriptFileRoutes,
  ...unsubscribeRoutes,
  ...uploadRoutes,
  ...versionFileRoutes,
  ...pageRoutes(contractRoutes),
]
