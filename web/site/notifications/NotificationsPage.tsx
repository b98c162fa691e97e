import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { BellOff, CheckCheck, Settings } from 'lucide-react'

import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { InvitationsNotice } from '#web/scripts/members/InvitationsNotice.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { NotificationList, NotificationSkeleton } from './NotificationList.tsx'
import { parseNotificationsSearch, type NotificationsSearch } from './notifications-search.ts'
import { notificationsQuery, useMarkRead } from './notifications.data.ts'
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

function NotificationPages({ userId, search }: { userId: number; search: NotificationsSearch }) {
  const query = useQuery(notificationsQuery(userId, search))
  const { mutate, mutateAsync, isPending } = useMarkRead(userId)
  const filter = search.unread && { unread: search.unread }
  // The button, which has the focus, is disabled then.
  const markAll = () => mutateAsync({ all: true }).then(focusMain, () => undefined)
  const { notifications, pagination, unread = 0 } = query.data ?? {}
  return (
    <>
      <div className="flex wrap gap-3">
        <Button
          icon={<CheckCheck />}
          disabled={unread === 0}
          isBusy={isPending}
          onClick={() => void markAll()}
        >
          Mark all as read
        </Button>
        <Link
          to="/profile/settings"
          search={{ tab: 'notifications' }}
          className={buttonClass({ variant: 'ghost' })}
        >
          <Settings /> Settings
        </Link>
      </div>
      <Card aria-busy={query.isPending || query.isPlaceholderData}>
        {query.isPending && <NotificationSkeleton rows={6} />}
        {query.isError && !query.data && <FailedState title="Failed to load notifications" query={query} />}
        {notifications?.length === 0 && (
          <EmptyState
            icon={<BellOff />}
            title={search.unread ? 'Nothing unread' : 'No notifications yet'}
            text="We notify you here about the scripts and authors you follow, when a version that you downloaded is withdrawn for security, and about your own scripts, reports and appeals."
          />
        )}
        {notifications && notifications.length > 0 && (
          <NotificationList
            notifications={notifications}
            onOpen={({ id, isRead }) => {
              if (!isRead) mutate({ ids: [id] })
            }}
          />
        )}
      </Card>
      {pagination && (
        <Pagination
          page={query.isPlaceholderData ? (search.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
          renderLink={(page, props) => (
            <Link
              to="/notifications"
              search={page > 1 ? { ...filter, page } : { ...filter }}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      )}
    </>
  )
}
