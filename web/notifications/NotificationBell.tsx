import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'

import styles from './NotificationBell.module.css'
import { recentNotificationsQuery } from './notifications.data.ts'

const loadPopover = () => import('./NotificationPopover.tsx')
const NotificationPopover = lazy(async () => ({ default: (await loadPopover()).NotificationPopover }))

/** The button is loaded for signed-in users; the list is loaded on hover, focus or click. */
export function NotificationBell({ userId }: { userId: number }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const { data } = useQuery(recentNotificationsQuery(userId))
  const unread = data?.unread ?? 0
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={styles.button}
        title="Notifications"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
        onClick={() => {
          // Safari does not focus a clicked button, and the popover returns the focus to it.
          trigger.current?.focus()
          setRequested(true)
          setOpen(!isOpen)
        }}
      >
        <Bell />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
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
