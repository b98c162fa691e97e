import { Link } from '@tanstack/react-router'
import {
  CircleAlert,
  Eye,
  EyeOff,
  Flag,
  Gavel,
  Hourglass,
  Library,
  MessageSquare,
  PackageCheck,
  PackageX,
  Pencil,
  ScanSearch,
  ShieldAlert,
  Trash2,
  UserCog,
  UserPlus,
  Users,
  UserX,
} from 'lucide-react'
import type { ComponentType } from 'react'

import type { Notification } from '#contract/site/notifications.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import styles from './NotificationList.module.css'

const icons: Record<Notification['kind'], ComponentType> = {
  'version-recalled': ShieldAlert,
  'version-published': PackageCheck,
  'version-waiting': Hourglass,
  'version-decided': PackageCheck,
  'version-withdrawn': PackageX,
  'finding-raised': ScanSearch,
  'works-reported': CircleAlert,
  'works-answered': MessageSquare,
  'collection-changed': Library,
  'text-hidden': EyeOff,
  'text-restored': Eye,
  'case-opened': Flag,
  'case-message': MessageSquare,
  'case-decided': Gavel,
  'takedown-decided': Gavel,
  'script-removed': EyeOff,
  'script-restored': Eye,
  'scripts-removed': EyeOff,
  'scripts-restored': Eye,
  'script-changed': Pencil,
  'script-deleted': Trash2,
  'invitation-received': UserPlus,
  'invitation-declined': UserX,
  'members-changed': Users,
  'account-changed': UserCog,
  'account-sanctioned': Gavel,
}

export function NotificationList({
  notifications,
  onOpen,
}: {
  notifications: readonly Notification[]
  onOpen: (notification: Notification) => void
}) {
  return (
    <ul className="pad-0 lined">
      {notifications.map((notification) => {
        const { id, kind, text, path, at, isRead } = notification
        const Icon = icons[kind]
        return (
          <li key={id}>
            <Link
              to={path}
              className={`grid relative gap-3 muted cols-auto-fill hover-fill hover-vivid focus-inside ${styles.item}`}
              data-kind={kind}
              data-unread={!isRead || undefined}
              onClick={() => onOpen(notification)}
            >
              <Icon />
              <span className="break">
                {!isRead && <span className="visually-hidden">Unread: </span>}
                {text}
                <span className="faint text-sm block mt-2px">
                  <TimeAgo time={at} />
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

export function NotificationSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading your notifications</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid gap-2 pad-4">
          <Skeleton width="92%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  )
}
