import type { ContractRoute, Route } from '#platform/http/route.ts'

import { accessRoutes } from './access/access.routes.ts'
import { accountHttpRoutes, accountRoutes } from './accounts/accounts.routes.ts'
import { recordRoutes } from './records/records.routes.ts'
import {
  analyticsRoutes,
  followRoutes,
  notificationRoutes,
  unsubscribeRoutes,
  siteSettingsRoutes,
  cliRoutes,
} from './site/site.routes.ts'
import { apiDocsRoutes } from './operations/api-docs/api-docs.routes.ts'
import {
  categoryRoutes,
  collectionRoutes,
  scriptCounterRoutes,
  scriptMemberRoutes,
  teamRoutes,
  worksReportRoutes,
} from './scripts/scripts.routes.ts'
import { installFileRoutes, installRoutes } from './scripts/install/install.routes.ts'
import { feedRoutes, toolFeedRoutes } from './site/feeds/feeds.routes.ts'
import { healthRoutes, metricsRoutes } from './operations/operations.routes.ts'
import { imageRoutes } from './scripts/images.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { pageRoutes } from './site/pages/pages.routes.ts'
import { partnerRoutes } from './site/partners/partners.routes.ts'
import { profileRoutes } from './scripts/profiles/profiles.routes.ts'
import { resolveRoutes } from './scripts/resolve/resolve.routes.ts'
import { scriptAdminRoutes } from './scripts/script-admin/script-admin.routes.ts'
import { scriptChangeRoutes, scriptFileRoutes } from './scripts/script-changes/script-changes.routes.ts'
import { scriptListRoutes } from './scripts/script-lists/script-lists.routes.ts'
import { tokenRoutes } from './scripts/tokens.routes.ts'
import { uploadRoutes } from './scripts/uploads/uploads.routes.ts'
import { versionFileRoutes, versionRoutes } from './scripts/versions/versions.routes.ts'
import { scriptAuthorRoutes } from './scripts/script-authors.routes.ts'

/** Every endpoint of the contract. */
export const contractRoutes: readonly ContractRoute[] = [
  ...accessRoutes,
  ...accountRoutes,
  ...recordRoutes,
  ...analyticsRoutes,
  ...categoryRoutes,
  ...collectionRoutes,
  ...installRoutes,
  ...followRoutes,
  ...healthRoutes,
  ...moderationRoutes,
  ...notificationRoutes,
  ...partnerRoutes,
  ...profileRoutes,
  ...resolveRoutes,
  ...scriptAdminRoutes,
  ...scriptAuthorRoutes,
  ...scriptChangeRoutes,
  ...scriptCounterRoutes,
  ...scriptListRoutes,
  ...scriptMemberRoutes,
  ...siteSettingsRoutes,
  ...teamRoutes,
  ...tokenRoutes,
  ...toolFeedRoutes,
  ...versionRoutes,
  ...worksReportRoutes,
]

/** Routes outside the contract: files, feeds, pages, metrics and other protocols. */
export const httpRoutes: readonly Route[] = [
  ...apiDocsRoutes(contractRoutes),
  ...installFileRoutes,
  ...cliRoutes,
  ...feedRoutes,
  ...accountHttpRoutes,
  ...imageRoutes,
  ...metricsRoutes,
  ...scriptFileRoutes,
  ...unsubscribeRoutes,
  ...uploadRoutes,
  ...versionFileRoutes,
  ...pageRoutes(contractRoutes),
]
