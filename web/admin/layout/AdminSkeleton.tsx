import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './AdminLayout.module.css'

/** Shown while the code of the admin area and the session are loading. */
export function AdminSkeleton() {
  return (
    <div className={`${styles.layout} grid grow top`} aria-busy="true">
      <div className={`sticky fill-1 ${styles.sidebar} top-0`}>
        <div className={styles.brandRow}>
          <Skeleton width={120} height="1.4rem" />
        </div>
        <div className={styles.nav}>
          {[96, 64, 78, 88, 72].map((width) => (
            <Skeleton key={width} width={width} height="1rem" className={styles.skeletonEntry} />
          ))}
        </div>
      </div>
      <div className={`${styles.bar} hidden`} />
      <div className="min-0 no-outline">
        <output className="visually-hidden">Loading the back office</output>
        <PageSkeleton />
      </div>
    </div>
  )
}

/** Shown inside the layout while a screen is loading. */
export function PageSkeleton() {
  return (
    <div className={`${styles.page} mx-auto`} aria-busy="true">
      <div className={styles.skeletonHead}>
        <Skeleton width={220} height="2.4rem" />
      </div>
      <Skeleton shape="block" height={120} />
      <Skeleton shape="block" height={320} className="mt-4" />
    </div>
  )
}
