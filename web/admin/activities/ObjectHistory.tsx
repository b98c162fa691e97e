import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { activitiesQuery } from './activities.data.ts'
import { ActivityTime } from './ActivityTime.tsx'
import { ChangedValues } from './ChangedValues.tsx'
import styles from './ObjectHistory.module.css'

/** The latest changes of an object; the activity log has all. */
export function ObjectHistory({
  type,
  id,
}: {
  type: NonNullable<ActivitySearch['target_type']>
  id: number
}) {
  const target = { target_type: type, target_id: id }
  const { data, isError } = useQuery(activitiesQuery(target))
  if (isError) return <p className={styles.faint}>The history could not be loaded.</p>
  if (!data) return <Skeleton shape="block" height={240} />
  return (
    <div className={styles.history}>
      {data.activities.length === 0 && <p className={styles.faint}>Nothing was changed yet.</p>}
      <ol className={styles.list}>
        {data.activities.map(({ id: key, action, description, users, created_at, metadata }) => (
          <li key={key}>
            <div className={styles.line}>
              <b>{action}</b>
              <span className={styles.faint}>
                {users && `by ${users.username}, `}
                <ActivityTime time={created_at} />
              </span>
            </div>
            {description && <p className={styles.description}>{description}</p>}
            <ChangedValues metadata={metadata} />
          </li>
        ))}
      </ol>
      <Link to="/admin/activities" search={target} className="text-link">
        Show in the activity log
      </Link>
    </div>
  )
}
