import { accountApi } from './account.ts'
import { activitiesApi } from './activities.ts'
import { analyticsApi } from './analytics.ts'
import { authApi } from './auth.ts'
import { bansApi } from './bans.ts'
import { blocklistApi } from './blocklist.ts'
import { casesApi } from './cases.ts'
import { categoriesApi } from './categories.ts'
import { changesApi } from './changes.ts'
import { collectionsApi } from './collections.ts'
import { discordApi } from './discord.ts'
import { followsApi } from './follows.ts'
import { groupsApi } from './groups.ts'
import { healthApi } from './health.ts'
import { identifyApi } from './identify.ts'
import { installApi } from './install.ts'
import { moderatedScriptsApi } from './moderated-scripts.ts'
import { moderatedTextsApi } from './moderated-texts.ts'
import { notificationsApi } from './notifications.ts'
import { ownDataApi } from './own-data.ts'
import { partnersApi } from './partners.ts'
import { profilesApi } from './profiles.ts'
import { resolveApi } from './resolve.ts'
import { moderatorActsApi } from './moderator-acts.ts'
import { sanctionsApi } from './sanctions.ts'
import { scriptsApi } from './scripts.ts'
import { scriptMembersApi } from './script-members.ts'
import { scriptStatisticsApi } from './script-statistics.ts'
import { scriptStatesApi } from './script-states.ts'
import { settingsApi } from './settings.ts'
import { similarApi } from './similar.ts'
import { sitePagesApi } from './site-pages.ts'
import { statsApi } from './stats.ts'
import { takedownsApi } from './takedowns.ts'
import { toolFeedsApi } from './tool-feeds.ts'
import { tokensApi } from './tokens.ts'
import { twoFactorApi } from './two-factor.ts'
import { updatesApi } from './updates.ts'
import { userAdminApi } from './user-admin.ts'
import { userNotesApi } from './user-notes.ts'
import { userStylesApi } from './user-styles.ts'
import { versionsApi } from './versions.ts'
import { worksReportsApi } from './works-reports.ts'

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
  scriptStatistics: scriptStatisticsApi,
  notifications: notificationsApi,
  follows: followsApi,
  collections: collectionsApi,
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
  sanctions: sanctionsApi,
  moderatorActs: moderatorActsApi,
  userStyles: userStylesApi,
  health: healthApi,
}
