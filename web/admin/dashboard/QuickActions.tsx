import { Link } from '@tanstack/react-router'

import { adminEntries } from '#web/admin/layout/admin-entries.ts'
import type { Session } from '#web/app/session-store.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'

import styles from './DashboardPage.module.css'

const actions: Partial<Record<string, string>> = {
  '/admin/users': 'Manage users',
  '/admin/groups': 'Manage groups',
  '/admin/categories': 'Manage categories',
  '/admin/partners': 'Manage partners',
  '/admin/user-styles': 'Manage user styles',
}

/** Links to the screens that administrators use most, if the user may see them. */
export function QuickActions({ session }: { session: Session | null }) {
  const entries = adminEntries(session).filter(({ to }) => actions[to])
  if (entries.length === 0) return null
  return (
    <Card as="section" padding="md" aria-labelledby="quick-title">
      <div className={styles.cardHead}>
        <h2 id="quick-title">Quick Actions</h2>
      </div>
      <div className={styles.quick}>
        {entries.map(({ to, icon: Icon }) => (
          <Link key={to} to={to} className={buttonClass()}>
            <Icon />
            {actions[to]}
          </Link>
        ))}
      </div>
    </Card>
  )
}
