import { createRoute } from '@tanstack/react-router'
import { lazy, type ComponentType } from 'react'

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
function screen<Name extends string>(
  title: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return {
    getParentRoute: () => adminRoute,
    component: lazy(async () => ({ default: (await load())[name] })),
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

const screens = [
  createRoute({
    ...screen('Dashboard', () => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
    path: '/',
    validateSearch: parseDashboardSearch,
  }),
  createRoute({
    ...screen('User Management', () => import('./moderation/user-admin/UsersPage.tsx'), 'UsersPage'),
    path: '/users',
    validateSearch: parseUserSearch,
  }),
  createRoute({
    ...screen('Bulk Actions', () => import('./moderation/user-admin/BulkActsPage.tsx'), 'BulkActsPage'),
    path: '/users/bulk-acts',
    validateSearch: parseBulkActSearch,
  }),
  createRoute({
    ...screen('Group Management', () => import('./access/groups/GroupsPage.tsx'), 'GroupsPage'),
    path: '/groups',
  }),
  createRoute({
    ...screen('Moderation', () => import('./moderation/cases/QueuePage.tsx'), 'QueuePage'),
    path: '/moderation',
    validateSearch: parseModerationSearch,
  }),
  createRoute({
    ...screen('Blocklist', () => import('./moderation/blocklist/BlocklistPage.tsx'), 'BlocklistPage'),
    path: '/moderation/blocklist',
    validateSearch: parseBlocklistSearch,
  }),
  createRoute({
    ...screen('Texts', () => import('./moderation/texts/TextsPage.tsx'), 'TextsPage'),
    path: '/moderation/texts',
    validateSearch: parseModeratedTextSearch,
  }),
  createRoute({
    ...screen('Case', () => import('./moderation/cases/CasePage.tsx'), 'CasePage'),
    path: '/moderation/$id',
    validateSearch: parseModerationSearch,
  }),
  createRoute({
    ...screen('Script Management', () => import('./scripts/script-admin/ScriptsPage.tsx'), 'ScriptsPage'),
    path: '/scripts',
    validateSearch: parseScriptSearch,
  }),
  createRoute({
    ...screen(
      'Category Management',
      () => import('./scripts/categories/CategoriesPage.tsx'),
      'CategoriesPage',
    ),
    path: '/categories',
  }),
  createRoute({
    ...screen('Partner Management', () => import('./site/partners/PartnersPage.tsx'), 'PartnersPage'),
    path: '/partners',
  }),
  createRoute({
    ...screen(
      'User Styles Management',
      () => import('./access/user-styles/UserStylesPage.tsx'),
      'UserStylesPage',
    ),
    path: '/user-styles',
    validateSearch: parseStyleSearch,
  }),
  createRoute({
    ...screen('Analytics', () => import('./site/analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
    path: '/analytics',
    validateSearch: parseAnalyticsSearch,
  }),
  createRoute({
    ...screen('Activities', () => import('./records/activities/ActivitiesPage.tsx'), 'ActivitiesPage'),
    path: '/activities',
    validateSearch: parseActivitySearch,
  }),
  createRoute({
    ...screen('Settings', () => import('./site/site-settings/SettingsPage.tsx'), 'SettingsPage'),
    path: '/settings',
  }),
] as const

export const adminRoutes = adminRoute.addChildren(screens)
