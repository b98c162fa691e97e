import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { recentActivitiesQuery } from '#web/admin/records/activities/activities.data.ts'
import { ActivityIcon } from '#web/admin/records/activities/ActivityIcon.tsx'
import { ActivityTime } from '#web/admin/records/activities/ActivityTime.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './DashboardPage.module.css'

const shownMax = 4

export function RecentActivities() {
  const { data: activities, isError } = useQuery(recentActivitiesQuery(shownMax))
  return (
    <Card as="section" padding="md" aria-labelledby="recent-title" aria-busy={!activities && !isError}>
      <div className={styles.cardHead}>
        <h2 id="recent-title">Recent Activity</h2>
        <Link to="/admin/activities" className="text-link">
          View all activities
        </Link>
      </div>
      {isError && <p className={styles.cardNote}>The latest activities could not be loaded.</p>}
      {activities?.length === 0 && <p className={styles.cardNote}>Nothing has happened yet.</p>}
      <ul className={styles.activities}>
        {activities
          ? activities.map((activity) => (
              <li key={activity.id} className={styles.activity}>
                <ActivityIcon type={activity.type} status={activity.status} />
                <div className={styles.activityText}>
                  <b>{activity.action}</b>
                  <p>{activity.description || activity.users?.username}</p>
                </div>
                <span className={styles.activityTime}>
                  <ActivityTime time={activity.created_at} />
                </span>
              </li>
            ))
          : !isError &&
            ['a', 'b', 'c', 'd'].map((key) => (
              <li key={key} className={styles.activity}>
                <Skeleton shape="block" width={36} height={36} />
                <div className={styles.activityText}>
                  <Skeleton width="40%" />
                  <Skeleton width="70%" />
                </div>
              </li>
            ))}
      </ul>
    </Card>
  )
}
