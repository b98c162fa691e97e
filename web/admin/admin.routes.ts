import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ComponentType } from 'react'

import type { PageContext } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { currentSession } from '#web/app/session-store.ts'

import {
  parseActivitySearch,
  parseBlocklistSearch,
  parseBulkActSearch,
  parseAnalyticsSearch,
  parseDashboardSearch,
  parseModeratedTextSearch,
  parseModerationSearch,
  parseScriptSearch,
  parseStyleSearch,
  parseTextSearch,
  parseUserSearch,
} from './admin-search.ts'
import { AdminGate, canAccessAdmin } from './layout/AdminGate.tsx'

/** The server renders the same shell for everyone, without data or code of the admin area. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: AdminGate,
  staticData: { ownLayout: true },
})

/** Loads a screen's code only for users with admin access, in parallel with that of the layout. */
function screen(title: string, load: () => Promise<ComponentType>) {
  return {
    getParentRoute: () => adminRoute,
    component: lazy(async () => ({ default: await load() })),
    loader: ({ context }: { context: PageContext }) => {
      if (!context.isServer && canAccessAdmin(currentSession())) void load()
    },
    head: ({ match }: { match: { pathname: string; context: PageContext } }) =>
      pageHead(match.context.site, {
        title: `${title} · ACP`,
        description: import.meta.env.SSR && 'The back office of this site.',
        path: match.pathname,
        isHidden: true,
      }),
  }
}

const dashboardRoute = createRoute({
  ...screen('Dashboard', async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage),
  path: '/',
  validateSearch: parseDashboardSearch,
})

const usersRoute = createRoute({
  ...screen('User Management', async () => (await import('./moderation/user-admin/UsersPage.tsx')).UsersPage),
  path: '/users',
  validateSearch: parseUserSearch,
})

const bulkActsRoute = createRoute({
  ...screen(
    'Bulk Actions',
    async () => (await import('./moderation/user-admin/BulkActsPage.tsx')).BulkActsPage,
  ),
  path: '/users/bulk-acts',
  validateSearch: parseBulkActSearch,
})

const groupsRoute = createRoute({
  ...screen('Group Management', async () => (await import('./access/groups/GroupsPage.tsx')).GroupsPage),
  path: '/groups',
})

const scriptsRoute = createRoute({
  ...screen(
    'Script Management',
    async () => (await import('./scripts/script-admin/ScriptsPage.tsx')).ScriptsPage,
  ),
  path: '/scripts',
  validateSearch: parseScriptSearch,
})

const moderationRoute = createRoute({
  ...screen('Moderation', async () => (await import('./moderation/cases/QueuePage.tsx')).QueuePage),
  path: '/moderation',
  validateSearch: parseModerationSearch,
})

const blocklistRoute = createRoute({
  ...screen(
    'Blocklist',
    async () => (await import('./moderation/blocklist/BlocklistPage.tsx')).BlocklistPage,
  ),
  path: '/moderation/blocklist',
  validateSearch: parseBlocklistSearch,
})

const moderatedTextsRoute = createRoute({
  ...screen('Texts', async () => (await import('./moderation/texts/TextsPage.tsx')).TextsPage),
  path: '/moderation/texts',
  validateSearch: parseModeratedTextSearch,
})

const moderationCaseRoute = createRoute({
  ...screen('Case', async () => (await import('./moderation/cases/CasePage.tsx')).CasePage),
  path: '/moderation/$id',
  validateSearch: parseModerationSearch,
})

const categoriesRoute = createRoute({
  ...screen(
    'Category Management',
    async () => (await import('./scripts/categories/CategoriesPage.tsx')).CategoriesPage,
  ),
  path: '/categories',
  validateSearch: parseTextSearch,
})

const partnersRoute = createRoute({
  ...screen(
    'Partner Management',
    async () => (await import('./site/partners/PartnersPage.tsx')).PartnersPage,
  ),
  path: '/partners',
  validateSearch: parseTextSearch,
})

const userStylesRoute = createRoute({
  ...screen(
    'User Styles Management',
    async () => (await import('./access/user-styles/UserStylesPage.tsx')).UserStylesPage,
  ),
  path: '/user-styles',
  validateSearch: parseStyleSearch,
})

const analyticsRoute = createRoute({
  ...screen('Analytics', async () => (await import('./site/analytics/AnalyticsPage.tsx')).AnalyticsPage),
  path: '/analytics',
  validateSearch: parseAnalyticsSearch,
})

const activitiesRoute = createRoute({
  ...screen(
    'Activities',
    async () => (await import('./records/activities/ActivitiesPage.tsx')).ActivitiesPage,
  ),
  path: '/activities',
  validateSearch: parseActivitySearch,
})

const settingsRoute = createRoute({
  ...screen('Settings', async () => (await import('./site/site-settings/SettingsPage.tsx')).SettingsPage),
  path: '/settings',
})

export const adminRoutes = adminRoute.addChildren([
  dashboardRoute,
  usersRoute,
  bulkActsRoute,
  groupsRoute,
  moderationRoute,
  blocklistRoute,
  moderatedTextsRoute,
  moderationCaseRoute,
  scriptsRoute,
  categoriesRoute,
  partnersRoute,
  userStylesRoute,
  analyticsRoute,
  activitiesRoute,
  settingsRoute,
])
