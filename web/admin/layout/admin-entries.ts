import {
  Activity,
  ChartColumn,
  FileCode,
  FolderTree,
  Handshake,
  LayoutDashboard,
  Palette,
  Shield,
  Users,
} from 'lucide-react'

import { mayUse } from '#web/app/session.ts'
import type { Session } from '#web/app/session-store.ts'

const entries = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, needs: 'admin.dashboard.view' },
  { to: '/admin/users', label: 'Users', icon: Users, needs: 'admin.users.view' },
  { to: '/admin/groups', label: 'Groups', icon: Shield, needs: 'admin.groups.view' },
  { to: '/admin/scripts', label: 'Scripts', icon: FileCode, needs: 'admin.scripts.view' },
  { to: '/admin/categories', label: 'Categories', icon: FolderTree, needs: 'admin.categories.view' },
  { to: '/admin/partners', label: 'Partners', icon: Handshake, needs: 'admin.partners.view' },
  { to: '/admin/user-styles', label: 'User Styles', icon: Palette, needs: 'admin.styles.view' },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn, needs: 'admin.analytics.view' },
  { to: '/admin/activities', label: 'Activities', icon: Activity, needs: 'admin.activities.view' },
] as const

export type AdminEntry = (typeof entries)[number]

/** The screens that a person finds in the sidebar. */
export function adminEntries(session: Session | null): readonly AdminEntry[] {
  return entries.filter(({ needs }) => mayUse(session, needs))
}
