import { useQuery } from '@tanstack/react-query'

import { analysesQuery } from './dashboard.data.ts'
import styles from './DashboardPage.module.css'

/** The archives that are not analysed, or by an earlier rule set. */
export function AnalysisStatus() {
  const { data, isError } = useQuery(analysesQuery)
  if (isError) return <p className={styles.cardNote}>The state of the archive reports could not be loaded.</p>
  if (!data) return <p className={styles.cardNote}>Archive reports: …</p>
  const { waiting, running, failed, outdated } = data
  return (
    <p className={styles.cardNote}>
      Archive reports: {waiting} waiting, {running} running, {failed} failed, {outdated} to scan with the
      current rules
    </p>
  )
}
