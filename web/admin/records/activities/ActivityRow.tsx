import { Link } from '@tanstack/react-router'
import { Code, Handshake, Settings2, TriangleAlert, UserRound } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { activityTargets, type Activity } from '#contract/records/activities.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { timeAgoText } from '#web/ui/date-text.ts'
import { dateTimeText } from '#web/ui/date-time-text.ts'

import styles from './ActivitiesPage.module.css'
import { ChangedValues } from './ChangedValues.tsx'

const tones = { success: 'ok', warning: 'warn', error: 'danger', info: 'neutral' } as const

export function ActivityRow({ activity }: { activity: Activity }) {
  const { type, status, action, description, metadata, users, target_type, target_id, target_link } = activity
  const mayBan = hasPermission(useSession(), 'admin.users.ban')
  const act = metadata['bulkAct'] ?? metadata['undoneBulkAct']
  const target = activityTargets.find((known) => known === target_type)
  return (
    <li className={`grid gap-1-4 top pad-4-5 cols-auto-fill-auto ${styles.row}`}>
      <ActivityIcon type={type} status={status} />
      <div>
        <div className="row wrap gap-1-3">
          <b>{action}</b>
          <Badge tone={tones[status]}>{status}</Badge>
        </div>
        {description && <p className="muted text-sm break">{description}</p>}
        <div className="flex wrap gap-1-4 faint text-sm">
          <span>{type}</span>
          {users && <span>by {users.username}</span>}
          {target && target_id !== null && (
            <Link to="/admin/activities" search={{ target_type: target, target_id }} className="text-link">
              History
            </Link>
          )}
          {typeof act === 'number' && mayBan && (
            <Link to="/admin/users/bulk-acts" search={{ act }} className="text-link">
              Bulk action
            </Link>
          )}
          {target_link && (
            <Link to={target_link} className="text-link">
              {target_type} #{target_id}
            </Link>
          )}
        </div>
      </div>
      <div className={`${styles.time} faint text-sm text-right nowrap`}>
        <ActivityTime time={activity.created_at} />
      </div>
      {Object.keys(metadata).length > 0 && (
        <details className={`${styles.details} col-2-end`}>
          <summary className="muted text-sm hover-vivid">
            Details<span className="visually-hidden"> of {action}</span>
          </summary>
          <ChangedValues metadata={metadata} />
          <pre
            className={`pad-3-4 framed round-md text-sm break scroll fill-0 pre-wrap leading ${styles.json}`}
          >
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </details>
      )}
    </li>
  )
}

const icons = { user: UserRound, script: Code, partner: Handshake, system: Settings2, warning: TriangleAlert }

/** The colours of the specification, used as tints and never as text. */
const statusColors = { success: '#22c55e', warning: '#f59e0b', error: '#ef4444', info: '#ad9c7e' }

export function ActivityIcon({ type, status }: Pick<Activity, 'type' | 'status'>) {
  const Icon = icons[type]
  return (
    <span
      className={`${styles.tile} grid rigid center round-md muted`}
      style={{ '--tint': statusColors[status] }}
      aria-hidden="true"
    >
      <Icon />
    </span>
  )
}

const minute = 60_000
const day = 24 * 60 * minute

export function ActivityTime({ time }: { time: string }) {
  const text = useSyncExternalStore(
    subscribe,
    () => activityTime(time, Date.now()),
    () => dateTimeText(time),
  )
  return (
    <time dateTime={time} title={dateTimeText(time)}>
      {text}
    </time>
  )
}

function subscribe(notify: () => void): () => void {
  const handle = setInterval(notify, 30_000)
  return () => clearInterval(handle)
}

/** Relative for a day, then date and time. */
export function activityTime(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < minute) return 'Just now'
  if (age < day) return timeAgoText(iso, now)
  return dateTimeText(iso)
}
