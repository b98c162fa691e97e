import type { ContractRoute, Route } from '#platform/http/route.ts'

import { accountRoutes } from './accounts/account/account.routes.ts'
import { activityRoutes } from './records/activities/activities.routes.ts'
import { analyticsRoutes } from './site/analytics/analytics.routes.ts'
import { apiDocsRoutes } from './operations/api-docs/api-docs.routes.ts'
import { authRoutes } from './accounts/auth/auth.routes.ts'
import { banRoutes } from './access/bans/bans.routes.ts'
import { blocklistRoutes } from './moderation/blocklist/blocklist.routes.ts'
import { categoryRoutes } from './scripts/categories/categories.routes.ts'
import { collectionRoutes } from './scripts/collections/collections.routes.ts'
import { cliRoutes } from './site/cli.routes.ts'
import { deployFileRoutes, deployRoutes } from './scripts/deploy/deploy.routes.ts'
import { discordRoutes, interactionRoutes } from './accounts/discord/discord.routes.ts'
import { feedRoutes, toolFeedRoutes } from './site/feeds/feeds.routes.ts'
import { followRoutes } from './site/follows/follows.routes.ts'
import { groupRoutes } from './access/groups/groups.routes.ts'
import { healthRoutes } from './operations/health.routes.ts'
import { imageRoutes } from './scripts/images.routes.ts'
import { metricsRoutes } from './operations/metrics.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { notificationRoutes, unsubscribeRoutes } from './site/notifications/notifications.routes.ts'
import { ownDataFileRoutes, ownDataRoutes } from './accounts/own-data/own-data.routes.ts'
import { pageRoutes } from './site/pages/pages.routes.ts'
import { partnerRoutes } from './site/partners/partners.routes.ts'
import { profileRoutes } from './scripts/profiles/profiles.routes.ts'
import { resolveRoutes } from './scripts/resolve/resolve.routes.ts'
import { scriptAdminRoutes } from './scripts/script-admin/script-admin.routes.ts'
import { sanctionRoutes } from './moderation/sanctions/sanctions.routes.ts'
import { scriptChangeRoutes, scriptFileRoutes } from './scripts/script-changes/script-changes.routes.ts'
import { scriptCounterRoutes } from './scripts/script-counters/script-counters.routes.ts'
import { scriptMemberRoutes } from './scripts/members/members.routes.ts'
import { scriptListRoutes } from './scripts/script-lists/script-lists.routes.ts'
import { scriptSearchRoutes } from './scripts/script-search/script-search.routes.ts'
import { siteSettingsRoutes } from './site/site-settings/site-settings.routes.ts'
import { statsRoutes } from './records/stats/stats.routes.ts'
import { takedownRoutes } from './moderation/takedowns/takedowns.routes.ts'
import { teamRoutes } from './scripts/teams/teams.routes.ts'
import { tokenRoutes } from './scripts/tokens.routes.ts'
import { twoFactorRoutes } from './accounts/two-factor/two-factor.routes.ts'
import { uploadRoutes } from './scripts/uploads/uploads.routes.ts'
import { userAdminRoutes } from './moderation/user-admin/user-admin.routes.ts'
import { userStyleRoutes } from './access/user-styles/user-styles.routes.ts'
import { versionFileRoutes, versionRoutes } from './scripts/versions/versions.routes.ts'
import { moderatedTextRoutes } from './moderation/texts/texts.routes.ts'
import { scriptHistoryRoutes } from './scripts/script-history.routes.ts'
import { scriptStatisticsRoutes } from './scripts/script-statistics/script-statistics.routes.ts'
import { scriptStateRoutes } from './scripts/script-states/script-states.routes.ts'
import { worksReportRoutes } from './scripts/works-reports/works-reports.routes.ts'

/** Every endpoint of the contract. */
export const contractRoutes: readonly ContractRoute[] = [
  ...accountRoutes,
  ...activityRoutes,
  ...analyticsRoutes,
  ...authRoutes,
  ...banRoutes,
  ...blocklistRoutes,
  ...categoryRoutes,
  ...collectionRoutes,
  ...deployRoutes,
  ...discordRoutes,
  ...followRoutes,
  ...groupRoutes,
  ...healthRoutes,
  ...moderatedTextRoutes,
  ...moderationRoutes,
  ...notificationRoutes,
  ...ownDataRoutes,
  ...partnerRoutes,
  ...profileRoutes,
  ...resolveRoutes,
  ...scriptAdminRoutes,
  ...sanctionRoutes,
  ...scriptChangeRoutes,
  ...scriptCounterRoutes,
  ...scriptListRoutes,
  ...scriptMemberRoutes,
  ...scriptSearchRoutes,
  ...scriptStateRoutes,
  ...scriptHistoryRoutes,
  ...scriptStatisticsRoutes,
  ...siteSettingsRoutes,
  ...statsRoutes,
  ...takedownRoutes,
  ...teamRoutes,
  ...tokenRoutes,
  ...toolFeedRoutes,
  ...twoFactorRoutes,
  ...userAdminRoutes,
  ...userStyleRoutes,
  ...versionRoutes,
  ...worksReportRoutes,
]

/** Routes outside the contract: files, feeds, pages, metrics and other protocols. */
export const httpRoutes: readonly Route[] = [
  ...apiDocsRoutes(contractRoutes),
  ...deployFileRoutes,
  ...cliRoutes,
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
