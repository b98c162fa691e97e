import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { useId } from 'react'
import type { RefObject } from 'react'
import { Popover } from 'react-aria-components'

import { notificationsPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { NotificationList, NotificationSkeleton } from './NotificationList.tsx'
import styles from './NotificationPopover.module.css'
import { recentNotificationsQuery, useMarkRead } from './notifications.data.ts'

/** Loaded by NotificationBell. */
export function NotificationPopover({
  userId,
  triggerRef,
  isOpen,
  onOpenChange,
}: {
  userId: number
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const titleId = useId()
  const query = useQuery(recentNotificationsQuery(userId))
  const { mutate, isPending } = useMarkRead(userId)
  const close = () => onOpenChange(false)
  return (
    <Popover
      className={`round-lg fill-1 scroll no-outline framed-strong ${styles.popover}`}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
      aria-labelledby={titleId}
    >
      <div className={`${styles.head} row between line-below`}>
        <h2 className="text-lg" id={titleId}>
          Notifications
        </h2>
        {query.data !== undefined && query.data.unread > 0 && (
          <Button size="sm" variant="ghost" isBusy={isPending} onClick={() => mutate({ all: true })}>
            Mark all as read
          </Button>
        )}
      </div>
      {query.isPending && <NotificationSkeleton rows={3} />}
      {query.isError && !query.data && (
        <FailedState heading="h3" title="Failed to load notifications" query={query} />
      )}
      {query.data?.notifications.length === 0 && (
        <p className="pad-10-4 grid items-center gap-3 muted">
          <BellOff />
          No notifications yet
        </p>
      )}
      {query.data && query.data.notifications.length > 0 && (
        <NotificationList
          notifications={query.data.notifications}
          onOpen={({ id, isRead }) => {
            if (!isRead) mutate({ ids: [id] })
            close()
          }}
        />
      )}
      <Link
        to={notificationsPath}
        className={`grid center line-above fill-1 strong sticky focus-inside ${styles.all}`}
        onClick={close}
      >
        All notifications
      </Link>
    </Popover>
  )
}
