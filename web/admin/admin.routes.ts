import { createRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ComponentType } from 'react'

import type { PageContext } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-head.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { currentSession } from '#web/app/session-store.ts'

import {
  readActivitySearch,
  readDashboardSearch,
  readStyleSearch,
  readTextSearch,
  readUserSearch,
} from './admin-search.ts'
import { AdminGate } from './layout/AdminGate.tsx'
import { mayEnter } from './may-enter.ts'

/** Served as a shell to everybody: a visitor's page holds nothing of the back office, neither data nor code. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: AdminGate,
  staticData: { source: 'admin/admin.routes.ts', hasOwnFrame: true },
})

/** A screen that is fetched only for those who may see it, and for them together with the frame around it. */
function screen(title: string, load: () => Promise<ComponentType>) {
  return {
    getParentRoute: () => adminRoute,
    component: lazy(async () => ({ default: await load() })),
    loader: ({ context }: { context: PageContext }) => {
      if (!context.isServer && mayEnter(currentSession())) void load()
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
  validateSearch: readDashboardSearch,
})

const usersRoute = createRoute({
  ...screen('User Management', async () => (await import('./users/UsersPage.tsx')).UsersPage),
  path: '/users',
  validateSearch: readUserSearch,
})

const groupsRoute = createRoute({
  ...screen('Group Management', async () => (await import('./groups/GroupsPage.tsx')).GroupsPage),
  path: '/groups',
})

const scriptsRoute = createRoute({
  ...screen('Script Management', async () => (await import('./layout/PlaceholderPages.tsx')).ScriptsPage),
  path: '/scripts',
})

const categoriesRoute = createRoute({
  ...screen(
    'Category Management',
    async () => (await import('./categories/CategoriesPage.tsx')).CategoriesPage,
  ),
  path: '/categories',
  validateSearch: readTextSearch,
})

const partnersRoute = createRoute({
  ...screen('Partner Management', async () => (await import('./partners/PartnersPage.tsx')).PartnersPage),
  path: '/partners',
  validateSearch: readTextSearch,
})

const userStylesRoute = createRoute({
  ...screen(
    'User Styles Management',
    async () => (await import('./user-styles/UserStylesPage.tsx')).UserStylesPage,
  ),
  path: '/user-styles',
  validateSearch: readStyleSearch,
})

const analyticsRoute = createRoute({
  ...screen('Analytics', async () => (await import('./layout/PlaceholderPages.tsx')).AnalyticsPage),
  path: '/analytics',
})

const activitiesRoute = createRoute({
  ...screen('Activities', async () => (await import('./activities/ActivitiesPage.tsx')).ActivitiesPage),
  path: '/activities',
  validateSearch: readActivitySearch,
})

export const adminRoutes = adminRoute.addChildren([
  dashboardRoute,
  usersRoute,
  groupsRoute,
  scriptsRoute,
  categoriesRoute,
  partnersRoute,
  userStylesRoute,
  analyticsRoute,
  activitiesRoute,
])
