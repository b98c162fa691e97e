import { Link, useSearch } from '@tanstack/react-router'

import { useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { InvitationsNotice } from '#web/scripts/members/InvitationsNotice.tsx'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { NotificationSkeleton } from './NotificationSkeleton.tsx'
import { NotificationPages } from './NotificationPages.tsx'
import { parseNotificationsSearch } from './notifications-search.ts'
import styles from './NotificationsPage.module.css'

export function NotificationsPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/notifications' }), parseNotificationsSearch)
  const session = useSession()
  return (
    <div className="page-width pb-16 reading">
      <PageHead title="Notifications" text="News about your scripts and reports. Kept for 180 days." />
      <Tabs
        label="Filter"
        currentId={pendingSearch.unread ? 'unread' : 'all'}
        tabs={[
          { id: 'all', label: 'All' },
          { id: 'unread', label: 'Unread' },
        ]}
        renderLink={(id, props) => (
          <Link
            to="/notifications"
            search={id === 'unread' ? { unread: 'true' } : {}}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      <div className={`${styles.panel} stack items-start gap-4`}>
        {session ? (
          <>
            <InvitationsNotice userId={session.user.id} />
            <NotificationPages key={session.user.id} userId={session.user.id} search={pendingSearch} />
          </>
        ) : (
          <AuthenticationRequired
            text="Sign in to see your notifications."
            skeleton={
              <Card>
                <NotificationSkeleton rows={6} />
              </Card>
            }
          />
        )}
      </div>
    </div>
  )
}
