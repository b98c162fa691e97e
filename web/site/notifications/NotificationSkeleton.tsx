import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './NotificationSkeleton.module.css'

export function NotificationSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading your notifications</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="92%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  )
}
