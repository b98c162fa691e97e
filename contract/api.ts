import { accountApi } from './accounts/account.ts'
import { activitiesApi } from './records/activities.ts'
import { analyticsApi } from './site/analytics.ts'
import { authApi } from './accounts/auth.ts'
import { bansApi } from './access/bans.ts'
import { blocklistApi } from './moderation/blocklist.ts'
import { casesApi } from './moderation/cases.ts'
import { categoriesApi } from './scripts/categories.ts'
import { changesApi } from './scripts/changes.ts'
import { collectionEditorsApi, scriptMembersApi } from './scripts/members.ts'
import { collectionInstallApi } from './scripts/collection-install.ts'
import { collectionsApi } from './scripts/collections.ts'
import { discordApi } from './accounts/discord.ts'
import { followsApi } from './site/follows.ts'
import { groupsApi } from './access/groups.ts'
import { healthApi } from './operations/health.ts'
import { identifyApi } from './scripts/identify.ts'
import { installApi } from './scripts/install.ts'
import { moderatedScriptsApi } from './scripts/moderated-scripts.ts'
import { moderatedTextsApi } from './moderation/moderated-texts.ts'
import { notificationsApi } from './site/notifications.ts'
import { ownDataApi } from './accounts/own-data.ts'
import { partnersApi } from './site/partners.ts'
import { profilesApi } from './scripts/profiles.ts'
import { resolveApi } from './scripts/resolve.ts'
import { moderatorActsApi, bulkActsApi } from './moderation/bulk-acts.ts'
import { scriptsApi } from './scripts/scripts.ts'
import { scriptHistoryApi, scriptStatisticsApi, scriptStatesApi } from './scripts/script-authors.ts'
import { settingsApi } from './site/settings.ts'
import { similarApi } from './scripts/similar.ts'
import { sitePagesApi } from './site/site-pages.ts'
import { statsApi } from './records/stats.ts'
import { takedownsApi } from './moderation/takedowns.ts'
import { toolFeedsApi } from './site/tool-feeds.ts'
import { teamsApi } from './scripts/teams.ts'
import { tokensApi } from './scripts/tokens.ts'
import { twoFactorApi } from './accounts/two-factor.ts'
import { updatesApi } from './scripts/updates.ts'
import { userAdminApi } from './moderation/user-admin.ts'
import { userNotesApi } from './moderation/user-notes.ts'
import { userStylesApi } from './access/user-styles.ts'
import { versionsApi } from './scripts/versions.ts'
import { worksReportsApi } from './scripts/works-reports.ts'

/** All JSON endpoints, by feature. */
export const api = {
  auth: authApi,
  account: { ...accountApi, ...ownDataApi },
  twoFactor: twoFactorApi,
  tokens: tokensApi,
  scripts: { ...scriptsApi, changeState: scriptStatesApi.change },
  scriptMembers: scriptMembersApi,
  moderatedScripts: moderatedScriptsApi,
  moderatedTexts: moderatedTextsApi,
  versions: { ...versionsApi, ...changesApi, ...similarApi },
  install: installApi,
  worksReports: worksReportsApi,
  scriptHistory: scriptHistoryApi,
  scriptStatistics: scriptStatisticsApi,
  notifications: notificationsApi,
  follows: followsApi,
  collections: { ...collectionsApi, ...collectionEditorsApi, ...collectionInstallApi },
  teams: teamsApi,
  cases: casesApi,
  updates: updatesApi,
  servers: { resolve: resolveApi, identify: identifyApi, ...toolFeedsApi },
  blocklist: blocklistApi,
  takedowns: takedownsApi,
  categories: categoriesApi,
  partners: partnersApi,
  analytics: analyticsApi,
  settings: settingsApi,
  sitePages: sitePagesApi,
  stats: statsApi,
  discord: discordApi,
  activities: activitiesApi,
  profiles: profilesApi,
  userAdmin: { ...userAdminApi, ...userNotesApi },
  groups: groupsApi,
  bans: bansApi,
  sanctions: bulkActsApi,
  moderatorActs: moderatorActsApi,
  userStyles: userStylesApi,
  health: healthApi,
}
