import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck, Settings } from 'lucide-react'

import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { Pagination } from '#web/ui/Pagination.tsx'

import { NotificationList } from './NotificationList.tsx'
import { NotificationSkeleton } from './NotificationSkeleton.tsx'
import { notificationsQuery, useMarkRead } from './notifications.data.ts'
import type { NotificationsSearch } from './notifications-search.ts'

export function NotificationPages({ userId, search }: { userId: number; search: NotificationsSearch }) {
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
        {query.isError && !query.data && (
          <FailedState
            title="Failed to load notifications"
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
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
