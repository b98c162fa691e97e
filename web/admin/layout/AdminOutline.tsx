import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './AdminFrame.module.css'

/** The shape of the back office, while its code and the person's session arrive. */
export function AdminOutline() {
  return (
    <div className={styles.frame} aria-busy="true">
      <div className={styles.sidebar}>
        <div className={styles.brandRow}>
          <Skeleton width={120} height="1.4rem" />
        </div>
        <div className={styles.nav}>
          {[96, 64, 78, 88, 72].map((width) => (
            <Skeleton key={width} width={width} height="1rem" className={styles.outlineEntry} />
          ))}
        </div>
      </div>
      <div className={styles.bar} />
      <main className={styles.main}>
        <output className="visually-hidden">Loading the back office</output>
        <PageOutline />
      </main>
    </div>
  )
}

/** A screen on its way, inside the frame. */
export function PageOutline() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.outlineHead}>
        <Skeleton width={220} height="2.4rem" />
      </div>
      <Skeleton shape="block" height={120} />
      <Skeleton shape="block" height={320} className={styles.outlineBlock} />
    </div>
  )
}
