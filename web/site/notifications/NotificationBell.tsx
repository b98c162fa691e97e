import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { useLoadedPopup } from '#web/ui/use-loaded-popup.ts'

import styles from './NotificationBell.module.css'
import { recentNotificationsQuery } from './notifications.data.ts'

const loadPopover = () => import('./NotificationPopover.tsx')
const NotificationPopover = lazyPart(loadPopover, 'NotificationPopover')

/** The button is loaded for signed-in users; the list is loaded on hover, focus or click. */
export function NotificationBell({ userId }: { userId: number }) {
  const { trigger, isOpen, setOpen, isRequested, buttonProps } = useLoadedPopup(loadPopover)
  const { data } = useQuery(recentNotificationsQuery(userId))
  const unread = data?.unread ?? 0
  return (
    <>
      <button
        {...buttonProps}
        className={`grid relative center round-md muted pointer square-44 bare ${styles.button}`}
        title="Notifications"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
      >
        <Bell />
        {unread > 0 && (
          <span className={`absolute text-center ${styles.count}`} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {isRequested && (
        <Suspense>
          <NotificationPopover userId={userId} triggerRef={trigger} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
