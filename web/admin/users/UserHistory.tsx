import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { activitiesQuery } from '#web/admin/activities/activities.data.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dateText } from '#web/ui/date-text.ts'

import styles from './EditUser.module.css'

/** The latest changes of a user; the activity log has all. */
export function UserHistory({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.permissions} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History</summary>
      {isOpen && <Changes id={id} />}
    </details>
  )
}

function Changes({ id }: { id: number }) {
  const target = { target_type: 'user', target_id: id } as const
  const { data, isError } = useQuery(activitiesQuery(target))
  if (isError) return <p className={styles.faint}>The history could not be loaded.</p>
  if (!data) return <Skeleton shape="block" height={120} />
  return (
    <>
      {data.activities.length === 0 && <p className={styles.faint}>Nothing was changed yet.</p>}
      <ul className={styles.permissionList}>
        {data.activities.map((activity) => (
          <li key={activity.id}>
            <span>{activity.action}</span>
            <span className={styles.faint}>
              {dateText(activity.created_at)}
              {activity.users && ` by ${activity.users.username}`}
            </span>
          </li>
        ))}
      </ul>
      <Link to="/admin/activities" search={target} className="text-link">
        Show in the activity log
      </Link>
    </>
  )
}
