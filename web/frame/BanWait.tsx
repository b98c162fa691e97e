import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './BanWait.module.css'

/** Over the page while the ban is asked about; an answer that comes at once is never covered. */
export function BanWait() {
  return (
    <div className={styles.wait}>
      <Spinner label="Loading…" />
    </div>
  )
}
