import {
  Activity,
  ChartColumn,
  FileCode,
  FolderTree,
  Gavel,
  Handshake,
  LayoutDashboard,
  Palette,
  Settings,
  Shield,
  Users,
} from 'lucide-react'

import { moderationPermissions } from '#web/app/moderation-path.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasAnyPermission, hasPermission } from '#web/app/session.ts'

const entries = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, needs: 'admin.dashboard.view' },
  { to: '/admin/users', label: 'Users', icon: Users, needs: 'admin.users.view' },
  { to: '/admin/groups', label: 'Groups', icon: Shield, needs: 'admin.groups.view' },
  { to: '/admin/moderation', label: 'Moderation', icon: Gavel, needs: moderationPermissions },
  { to: '/admin/scripts', label: 'Scripts', icon: FileCode, needs: 'admin.scripts.view' },
  { to: '/admin/categories', label: 'Categories', icon: FolderTree, needs: 'admin.categories.view' },
  { to: '/admin/partners', label: 'Partners', icon: Handshake, needs: 'admin.partners.view' },
  { to: '/admin/user-styles', label: 'User Styles', icon: Palette, needs: 'admin.styles.view' },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn, needs: 'admin.analytics.view' },
  { to: '/admin/activities', label: 'Activities', icon: Activity, needs: 'admin.activities.view' },
  { to: '/admin/settings', label: 'Settings', icon: Settings, needs: 'admin.settings' },
] as const

export type AdminEntry = (typeof entries)[number]

/** The first screen that the user may see, for users without the dashboard. */
export function firstScreen(session: Session | null): AdminEntry['to'] | undefined {
  return adminEntries(session).find(
    ({ to }) => to !== '/admin/users' || hasPermission(session, 'admin.users.list'),
  )?.to
}

/** The sidebar entries whose view permission the user has. */
export function adminEntries(session: Session | null): readonly AdminEntry[] {
  return entries.filter(({ needs }) => hasAnyPermission(session, needs))
}
