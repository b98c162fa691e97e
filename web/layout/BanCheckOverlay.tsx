import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './BanCheckOverlay.module.css'

/** Covers the page while the ban check runs; the styles delay it, so that a fast response does not flash. */
export function BanCheckOverlay() {
  return (
    <div className={`grid center fill-0 ${styles.wait}`}>
      <Spinner label="Loading…" />
    </div>
  )
}
